package main

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"fmt"
)

func main() {
	sha512.New()
	sha1.New()
	gk, err := rsa.GenerateKey(rand.Reader, 1024)
	fmt.Println(err)
	for _, h := range []crypto.Hash{crypto.SHA1, crypto.SHA256, crypto.SHA512, crypto.SHA384} {
		d := h.New()
		d.Write([]byte("message"))
		sum := d.Sum(nil)
		sig, err := gk.Sign(rand.Reader, sum, h)
		fmt.Println(err, rsa.VerifyPKCS1v15(&gk.PublicKey, h, sum, sig))
		sig[5] ^= 1
		fmt.Println(rsa.VerifyPKCS1v15(&gk.PublicKey, h, sum, sig))
		for _, l := range []int{0, -1, 7, 20} {
			sig, err = gk.Sign(rand.Reader, sum, &rsa.PSSOptions{Hash: h, SaltLength: l})
			fmt.Println(err)
			if err == nil {
				for _, l2 := range []int{0, -1, 7, 20} {
					fmt.Print(rsa.VerifyPSS(&gk.PublicKey, h, sum, sig, &rsa.PSSOptions{SaltLength: l2}), " ")
				}
				fmt.Println()
			}
		}
	}
	for _, n := range []int{0, 1, 50, 62} {
		msg := make([]byte, n)
		ct, err := rsa.EncryptOAEP(sha256.New(), rand.Reader, &gk.PublicKey, msg, []byte("lab"))
		fmt.Println(err)
		pt, err := rsa.DecryptOAEP(sha256.New(), nil, gk, ct, []byte("lab"))
		fmt.Println(len(pt), err)
		_, err = rsa.DecryptOAEP(sha256.New(), nil, gk, ct, nil)
		fmt.Println(err)
		ct, err = rsa.EncryptOAEPWithOptions(rand.Reader, &gk.PublicKey, msg, &rsa.OAEPOptions{Hash: crypto.SHA256, MGFHash: crypto.SHA1})
		pt, err2 := gk.Decrypt(nil, ct, &rsa.OAEPOptions{Hash: crypto.SHA256, MGFHash: crypto.SHA1})
		fmt.Println(err, len(pt), err2)
		ct, err = rsa.EncryptPKCS1v15(rand.Reader, &gk.PublicKey, msg)
		pt, err2 = gk.Decrypt(nil, ct, nil)
		fmt.Println(err, len(pt), err2)
		key := make([]byte, n)
		fmt.Println(rsa.DecryptPKCS1v15SessionKey(nil, gk, ct, key))
		pt, err2 = gk.Decrypt(rand.Reader, ct, &rsa.PKCS1v15DecryptOptions{SessionKeyLen: 16})
		fmt.Println(len(pt), err2)
	}
	mk, err := rsa.GenerateMultiPrimeKey(rand.Reader, 3, 1024)
	fmt.Println(err, len(mk.Primes), mk.Validate(), mk.N.BitLen())
	sig, err := rsa.SignPKCS1v15(nil, mk, 0, []byte("x"))
	fmt.Println(err, rsa.VerifyPKCS1v15(&mk.PublicKey, 0, []byte("x"), sig), mk.Equal(gk), mk.Equal(mk), gk.PublicKey.Equal(&mk.PublicKey))
}

// Output:
// <nil>
// <nil> <nil>
// crypto/rsa: verification error
// <nil>
// <nil> crypto/rsa: verification error crypto/rsa: verification error crypto/rsa: verification error
// <nil>
// <nil> <nil> crypto/rsa: verification error <nil>
// <nil>
// <nil> crypto/rsa: verification error <nil> crypto/rsa: verification error
// <nil>
// <nil> <nil> crypto/rsa: verification error <nil>
// <nil> <nil>
// crypto/rsa: verification error
// <nil>
// <nil> crypto/rsa: verification error crypto/rsa: verification error crypto/rsa: verification error
// <nil>
// <nil> <nil> crypto/rsa: verification error crypto/rsa: verification error
// <nil>
// <nil> crypto/rsa: verification error <nil> crypto/rsa: verification error
// <nil>
// <nil> crypto/rsa: verification error crypto/rsa: verification error <nil>
// <nil> <nil>
// crypto/rsa: verification error
// <nil>
// <nil> crypto/rsa: verification error crypto/rsa: verification error crypto/rsa: verification error
// crypto/rsa: message too long for RSA key size
// <nil>
// <nil> crypto/rsa: verification error <nil> crypto/rsa: verification error
// <nil>
// <nil> crypto/rsa: verification error crypto/rsa: verification error <nil>
// <nil> <nil>
// crypto/rsa: verification error
// <nil>
// <nil> crypto/rsa: verification error crypto/rsa: verification error crypto/rsa: verification error
// <nil>
// <nil> <nil> crypto/rsa: verification error crypto/rsa: verification error
// <nil>
// <nil> crypto/rsa: verification error <nil> crypto/rsa: verification error
// <nil>
// <nil> crypto/rsa: verification error crypto/rsa: verification error <nil>
// <nil>
// 0 <nil>
// crypto/rsa: decryption error
// <nil> 0 <nil>
// <nil> 0 <nil>
// <nil>
// 16 <nil>
// <nil>
// 1 <nil>
// crypto/rsa: decryption error
// <nil> 1 <nil>
// <nil> 1 <nil>
// <nil>
// 16 <nil>
// <nil>
// 50 <nil>
// crypto/rsa: decryption error
// <nil> 50 <nil>
// <nil> 50 <nil>
// <nil>
// 16 <nil>
// <nil>
// 62 <nil>
// crypto/rsa: decryption error
// <nil> 62 <nil>
// <nil> 62 <nil>
// <nil>
// 16 <nil>
// <nil> 3 <nil> 1024
// <nil> <nil> false true false
