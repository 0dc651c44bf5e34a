// crypto/aes, des, rc4 and cipher: all modes by parts of all sizes, in place, with wrong tags, and what is refused.
package main

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/des"
	"crypto/md5"
	"crypto/rc4"
	"fmt"
	"io"
	"math/rand"
	"strings"
)

var random = rand.New(rand.NewSource(5))

func some(n int) []byte {
	b := make([]byte, n)
	random.Read(b)
	return b
}

func must(b cipher.Block, err error) cipher.Block {
	if err != nil {
		panic(err)
	}
	return b
}

func block(i int) cipher.Block {
	switch i % 5 {
	case 0:
		return must(aes.NewCipher(some(16)))
	case 1:
		return must(aes.NewCipher(some(24)))
	case 2:
		return must(aes.NewCipher(some(32)))
	case 3:
		return must(des.NewCipher(some(8)))
	}
	return must(des.NewTripleDESCipher(some(24)))
}

// hidden is a cipher whose type is not known, so that modes work on single blocks.
type hidden struct{ cipher.Block }

func chains(b cipher.Block) {
	size := b.BlockSize()
	iv, data := some(size), some(size*(1+random.Intn(60)))
	out, other := make([]byte, len(data)), make([]byte, len(data))
	enc := cipher.NewCBCEncrypter(b, iv)
	half := len(data) / size / 2 * size
	enc.CryptBlocks(out, data[:half])
	enc.CryptBlocks(out[half:], data[half:])
	cipher.NewCBCEncrypter(hidden{b}, iv).CryptBlocks(other, data)
	dec := cipher.NewCBCDecrypter(b, iv)
	plain := bytes.Clone(out)
	dec.CryptBlocks(plain[:half], plain[:half])
	dec.CryptBlocks(plain[half:], plain[half:])
	cipher.NewCBCDecrypter(hidden{b}, iv).CryptBlocks(other, other)
	fmt.Printf("%x %v %v ", md5.Sum(out), bytes.Equal(plain, data), bytes.Equal(other, data))
}

func streams(b cipher.Block) {
	iv := some(b.BlockSize())
	if random.Intn(3) == 0 {
		for i := range iv {
			iv[i] = 0xff // the counter overflows
		}
		iv[len(iv)-1] = 0xfe
	}
	for _, newStream := range []func(cipher.Block, []byte) cipher.Stream{
		cipher.NewCTR, cipher.NewOFB, cipher.NewCFBEncrypter, cipher.NewCFBDecrypter,
	} {
		data := some(random.Intn(400))
		out, other := make([]byte, len(data)), bytes.Clone(data)
		s := newStream(b, iv)
		for at := 0; at < len(data); {
			n := min(len(data)-at, 1+random.Intn(70))
			s.XORKeyStream(out[at:], data[at:at+n])
			at += n
		}
		newStream(hidden{b}, iv).XORKeyStream(other, other)
		fmt.Printf("%x %v ", md5.Sum(out), bytes.Equal(out, other))
	}
}

func authenticated(b cipher.Block) {
	if b.BlockSize() != 16 {
		_, err := cipher.NewGCM(b)
		fmt.Println(err)
		return
	}
	size, tag := []int{12, 1, 16, 40}[random.Intn(4)], 16
	g, err := cipher.NewGCMWithNonceSize(b, size)
	other, _ := cipher.NewGCMWithNonceSize(hidden{b}, size)
	if random.Intn(3) == 0 {
		size, tag = 12, 12+random.Intn(5)
		g, err = cipher.NewGCMWithTagSize(b, tag)
		other, _ = cipher.NewGCMWithTagSize(hidden{b}, tag)
	}
	nonce, text, more := some(size), some(random.Intn(40_000)), some(random.Intn(100))
	sealed := g.Seal([]byte("head"), nonce, text, more)
	same := other.Seal(nil, nonce, text, more)
	fmt.Printf("%x %d %v %v ", md5.Sum(sealed), g.Overhead(), bytes.Equal(same, sealed[4:]), err)
	opened, err := g.Open(same[:0], nonce, same, more)
	fmt.Print(bytes.Equal(opened, text), err, " ")
	sealed[4+random.Intn(len(sealed)-4)] ^= 1
	opened, err = g.Open(nil, nonce, sealed[4:], more)
	fmt.Println(opened, err)
}

func refuse(name string, f func()) {
	defer func() { fmt.Println(name, recover()) }()
	f()
}

func refused() {
	for _, n := range []int{0, 7, 17} {
		_, err := aes.NewCipher(make([]byte, n))
		_, err2 := des.NewCipher(make([]byte, n))
		_, err3 := des.NewTripleDESCipher(make([]byte, n))
		_, err4 := rc4.NewCipher(make([]byte, n*20))
		fmt.Println(err, err2, err3, err4)
	}
	b, buf := must(aes.NewCipher(make([]byte, 16))), make([]byte, 64)
	refuse("short input", func() { b.Encrypt(buf, buf[:3]) })
	refuse("short output", func() { b.Decrypt(buf[:3], buf) })
	refuse("overlap", func() { b.Encrypt(buf[1:], buf) })
	refuse("iv", func() { cipher.NewCBCEncrypter(b, nil) })
	refuse("iv", func() { cipher.NewOFB(b, nil) })
	refuse("iv", func() { cipher.NewCTR(hidden{b}, nil) })
	refuse("not full", func() { cipher.NewCBCDecrypter(b, buf[:16]).CryptBlocks(buf, buf[:3]) })
	refuse("small", func() { cipher.NewCBCDecrypter(b, buf[:16]).CryptBlocks(buf[:3], buf[:16]) })
	refuse("overlap", func() { cipher.NewCBCDecrypter(b, buf[:16]).CryptBlocks(buf[1:], buf[:16]) })
	refuse("overlap", func() { cipher.NewCFBEncrypter(b, buf[:16]).XORKeyStream(buf[1:], buf[:16]) })
	refuse("small", func() { cipher.NewCTR(b, buf[:16]).XORKeyStream(nil, buf[:16]) })
	g, _ := cipher.NewGCM(b)
	refuse("nonce", func() { g.Seal(nil, nil, nil, nil) })
	refuse("overlap", func() { g.Seal(buf[1:1], make([]byte, 12), buf[:20], nil) })
	refuse("overlap", func() { g.Seal(buf[:0], make([]byte, 12), buf[:20], buf[25:30]) })
	_, err := g.Open(nil, make([]byte, 12), buf[:15], nil)
	fmt.Println(err)
	_, err = cipher.NewGCMWithTagSize(b, 11)
	fmt.Println(err)
	_, err = cipher.NewGCMWithNonceSize(b, 0)
	fmt.Println(err)
	_, err = cipher.NewGCMWithRandomNonce(hidden{b})
	fmt.Println(err)
}

func main() {
	for i := range 25 {
		b := block(i)
		chains(b)
		streams(b)
		authenticated(b)
	}
	refused()
	b := must(aes.NewCipher([]byte("0123456789abcdef")))
	g, err := cipher.NewGCMWithRandomNonce(b)
	sealed := g.Seal(nil, nil, []byte("text"), []byte("more"))
	again := g.Seal(nil, nil, []byte("text"), []byte("more"))
	fmt.Println(len(sealed), g.NonceSize(), g.Overhead(), bytes.Equal(sealed, again), err)
	opened, err := g.Open(sealed[:0], nil, sealed, []byte("more"))
	fmt.Printf("%s %v\n", opened, err)
	opened, err = g.Open(nil, nil, again, nil)
	fmt.Printf("%s %v\n", opened, err)

	in := cipher.StreamReader{S: cipher.NewCTR(b, make([]byte, 16)), R: strings.NewReader("hello, world")}
	read, err := io.ReadAll(in)
	var out bytes.Buffer
	w := cipher.StreamWriter{S: cipher.NewCTR(b, make([]byte, 16)), W: &out}
	io.WriteString(w, "hello, ")
	io.WriteString(w, "world")
	fmt.Printf("%x %v %v %v\n", read, err, w.Close(), bytes.Equal(out.Bytes(), read))
	c, _ := rc4.NewCipher([]byte("Key"))
	text := []byte("Plaintext")
	c.XORKeyStream(text, text)
	fmt.Printf("%X\n", text)
}

// Output:
// 77e78f106be044cb39d287d40a208116 true true 8e5f334fc913f44bb71b99d7296403a0 true cd32f164c567a19d7be442b468b6527d true 0d7b81c5f7de71e5700ba0e48b468a67 true cfa8aa443e7f0389476ff2bab992be37 true 245e3f3bb2d726b8d5db65aa46792893 16 true <nil> true <nil> [] cipher: message authentication failed
// 3920de2ebdb4e0b44409085c003712e4 true true f530937561d16bf2a7cc0ec6911a9f37 true 84463735f4de14169d6059d2829e2d01 true 464e49442dd129e5bc0fa1f5cc6b1b1a true e76f6a781f9461b22d33a865476d8ebe true 86e72106de63ef369879bda82ef81e80 15 true <nil> true <nil> [] cipher: message authentication failed
// 7e1dd0f9e906372340a64b89c1d2991c true true 92bd20205071641e8914b39c03e38094 true d952489cf3cfb3d7c9eb7faf59d6b481 true 35a4554fb57df21fbdbc55a0ad342239 true 53b66c0a4c513504a051008842dc1ed8 true 7f3f13999ab239c20314f6a19a187639 16 true <nil> true <nil> [] cipher: message authentication failed
// b54e8865d7359d460d6fc7dc93d10cce true true e745b768bff291f52e3fc4723f0c44bf true 8dbeff56e9bbb5fd41896d12024feace true c9d00d29b6aa61a292af10c79b1064af true 6ebf818746f89fa92899ef3aec7ab1d5 true cipher: NewGCM requires 128-bit block cipher
// 56762e6768fb7ea950e63dc78959556c true true e4b868e5acc43a46d54ba3a08858e848 true cb242c8461e267199cd81e31da55631d true 058467d7554937d80dfbb764ee81649a true 177080729a31147b3709aad49fee36f2 true cipher: NewGCM requires 128-bit block cipher
// fe9d2cc5b79217282a602fc593b1ffa9 true true 8fa499a4c2238a87313217d6e17c1045 true 5d1c5d923c90bd9382bc7728b5d74312 true dca557091d4f7a7c1798a3808977127b true 2532830dc519cf91d5d41026eb5850e1 true b67c045ec45eef3f346a916730c504b3 16 true <nil> true <nil> [] cipher: message authentication failed
// 8a3e4d2e06f89409798b0b6855bfcf99 true true 3e20f57adaaf769225aa63f1aa5eefb0 true 25f14d45e28a42e038bddaa3e5a38300 true a1da003dc5b9bc5ce4fe7c40922ff4ad true 1a17dc651d0742fe12adde8480c92298 true 95d2aee4124ac3e154729b092ab94ec2 12 true <nil> true <nil> [] cipher: message authentication failed
// ff37680f3f66c1bb455ffd063aed5ef5 true true 2851233d8dd24f7d4805f33f1979f380 true c03574fac83a114bcbfc7d02919e58bb true 1926648464fc1456b583a071c63093c1 true 9af9aa6b967480f54482609fe48a28ad true fcb686edfa44008246dc3a6e11e3c177 16 true <nil> true <nil> [] cipher: message authentication failed
// 6c93e76e7775bb2ecfddfb4c84aa2f38 true true 392babbf38fd26421f4100fd915c4fab true 677863ea2ab7e4e1e52dd22fcb61365a true 708d27a248aa8f8b538974f7a45eb296 true f47622e9fda3658a5edb00a36d8305c1 true cipher: NewGCM requires 128-bit block cipher
// 26540916eca70138795cb6fdd366313c true true ffa27575302ebb7152e7da9bc8e3e183 true 03418810d9d83998496f863a70a18056 true 2ea9235157ee0861ee99736be61e8902 true 5e5bb2e52a095cba20dd9ae8c3d391e9 true cipher: NewGCM requires 128-bit block cipher
// db1991f0883f75d023f4aa2b2b66c1b1 true true 82f5f6211225fe8ab0b7fe89b18e596a true 7f54e5edff497de37586907a4204234d true ef05935d9b815c0ead79000946f99542 true bb596ce1faa49f554c3650eb7e1d5a6d true e205cf9ea2764c5728badd91b4b551e1 16 true <nil> true <nil> [] cipher: message authentication failed
// 56586434bef06ba2fb77dd2f3c99282d true true 5a74a24e0f909a1358b9f6e7bf589ef9 true 08aba3c5b0dd8e5a755a91f931b93254 true 5772698da5b13f8c8e7100430220e08c true 108b0f3c2b62feafe920d74fe4da5eca true bf4299bdb1552dfb8fcbca8abec122ba 16 true <nil> true <nil> [] cipher: message authentication failed
// 06359ed68e71352fcb2f7803ccec12c6 true true 339cb239415c4b4d635f2519314f2616 true 10f1ac03de426c56afd711728a79a9aa true 5d2c0e5d1d6a7d81e24b9f52f8ec4694 true 76f1d4a2873014f3d748f1684ae62536 true 49f61e1174a192c5c61f3e1bd1a7f740 16 true <nil> true <nil> [] cipher: message authentication failed
// b868c1b89b7aa83a6fbcad65e720349d true true 9b25ea4ab635b7d92d572fd16a079d8a true a6c1004918eee2867263c9e663684650 true 1296e1edd7c4a8559fb2226cd9e2ef43 true b1e07a6fa3b848b5f02e950e3ae224e9 true cipher: NewGCM requires 128-bit block cipher
// 964a0278cd90885b168714f2ced3fa28 true true 5bf8359ad18c8cc999256284cd41d8a0 true 97088752842b2012d937cee4fd97e532 true b535a189c2178e7a13902eb0033d6868 true 8beb7bc70ded20b5011e9f4ae64d7526 true cipher: NewGCM requires 128-bit block cipher
// 2851a16514a8a3edaa43ea1adbb4116b true true 2668bc13271e91262f8810dd7843439b true 8731494b2b2f2e99e4546cf9fa8654dd true c5062b2bb12cea11660fdba4ef79eb7f true ea80b716c1983f198fa16fe435766fbd true 119b8df69ff52fb7b17e9bb7e8bc0511 12 true <nil> true <nil> [] cipher: message authentication failed
// 1d8c13fd763ea1a000c7401b4cbeb28e true true 40152e0545994667018bb84f8ab7d944 true 9c1ed0169f22c696062168c47cf2fbb5 true 5da9aeaae6469266e13fb15462b5d8a3 true d122d2f3a498b51cbb4e39ecd3afb313 true 9d457b9cf656846879f46d871b8f6fbd 16 true <nil> true <nil> [] cipher: message authentication failed
// 6a16791585757a404ee6fc3b4a65c392 true true d07a124f0b61bb83fd13dcfc09b36f79 true bb5bb7bc4b9ecd28e9b68d1066595591 true 64540168baed8ef1a44f6af0bc37fdfb true 0430de50e6c21acce8a70db7098cb212 true 195c0aa0cd8890eef550bfc423bb2742 16 true <nil> true <nil> [] cipher: message authentication failed
// c3026d72e499b4d0f213a72b406e4efc true true 2c7e2d759cc16e20a5e77b9d5ded98c0 true 429c7dcad537e7c141522bc9d1506cf2 true adfb880cbc8d9c76ef96d36681d02e96 true 48cc44d6e8870c5b5382f7f43521322a true cipher: NewGCM requires 128-bit block cipher
// 61a6032493116cff41f8d0d31af414ca true true 996a16803b4e78a8decd2a04c6f174f5 true 77a5cc0fd110ed22f6956f1c0c54a426 true d295d779331bb56e2b78d5e3325ce811 true 948b8db11b2bb1d9598dbe9e3d94ad29 true cipher: NewGCM requires 128-bit block cipher
// 134578e4492537f2da1f7ffc660b712c true true 7d27c5ae0abcce9d6294644445e20191 true f04d512b1a89dacc0277e76bd54177a4 true ec0d1dc0751218a8fda58c8d2fb519b6 true e53a8b2525baedc2e8b14e4655f87159 true 6c5c7f03b17d164a5b3544e71072c0a0 13 true <nil> true <nil> [] cipher: message authentication failed
// 9e1c8e2fe1cc590f9cd60cb5988965cb true true 4b210159c7a993d496f212d748601abe true 392bca43aeff62ab410ccafea812aa93 true 3f0cdfe3db2979c0465d76848183a645 true 8370249e8507214e270cab338b250a9f true 3b73bf4fe106614e8b5c1b753c9a8758 12 true <nil> true <nil> [] cipher: message authentication failed
// c0b58d2bf37e45b0b1d7ba5b063db1f2 true true 66b28fa7e352666d36fd1fe83cde8f62 true 512c57f3e93a1bdf49fb484cbb9dd6d7 true e6e5146f612610d6cf2c05888d19f187 true 54a5e5560ca52b97c6f3f0bb79c570c8 true 004a0ab3c15434e7d497388418e562b7 16 true <nil> true <nil> [] cipher: message authentication failed
// 816c62f59090f95e0fd3996404f7ea39 true true be56f333d794c4783951d5b018f688eb true 086ed6d82473df79e7d53573211b06f1 true 63535a5309e32f95e475d9a34ae9ccdc true 0f308ec7e1f11bf73e116c6b46069fe5 true cipher: NewGCM requires 128-bit block cipher
// ccc2086b547e1a57128bb24dfb58a7ec true true 489f72eca9c3c7859b15f029bc57878a true cc9724ce2b801631befb148d02a0f0e2 true 930e4ce4181b045681199971658e0cd3 true 0ecbe35d972c849a222f41e23fc7443d true cipher: NewGCM requires 128-bit block cipher
// crypto/aes: invalid key size 0 crypto/des: invalid key size 0 crypto/des: invalid key size 0 crypto/rc4: invalid key size 0
// crypto/aes: invalid key size 7 crypto/des: invalid key size 7 crypto/des: invalid key size 7 <nil>
// crypto/aes: invalid key size 17 crypto/des: invalid key size 17 crypto/des: invalid key size 17 crypto/rc4: invalid key size 340
// short input crypto/aes: input not full block
// short output crypto/aes: output not full block
// overlap crypto/aes: invalid buffer overlap
// iv cipher.NewCBCEncrypter: IV length must equal block size
// iv cipher.NewOFB: IV length must equal block size
// iv cipher.NewCTR: IV length must equal block size
// not full crypto/cipher: input not full blocks
// small crypto/cipher: output smaller than input
// overlap crypto/cipher: invalid buffer overlap
// overlap crypto/cipher: invalid buffer overlap
// small crypto/aes: len(dst) < len(src)
// nonce crypto/cipher: incorrect nonce length given to GCM
// overlap crypto/cipher: invalid buffer overlap of output and input
// overlap crypto/cipher: invalid buffer overlap of output and additional data
// cipher: message authentication failed
// cipher: incorrect tag size given to GCM
// cipher: the nonce can't have zero length
// cipher: NewGCMWithRandomNonce requires aes.Block
// 32 0 28 false <nil>
// text <nil>
//  cipher: message authentication failed
// 63fe79b6246880827a6fa3a0 <nil> <nil> true
// BBF316E8D940AF0AD3
