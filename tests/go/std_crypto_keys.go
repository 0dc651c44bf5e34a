// crypto, hmac, sha3, hkdf, pbkdf2, ed25519, rand and subtle.
package main

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/md5"
	"crypto/pbkdf2"
	crand "crypto/rand"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"crypto/subtle"
	"errors"
	"fmt"
	"hash"
	"io"
	"math/big"
	"math/rand"
	"strings"
)

var random = rand.New(rand.NewSource(7))

func some(n int) []byte {
	b := make([]byte, n)
	random.Read(b)
	return b
}

func refuse(name string, f func()) {
	defer func() { fmt.Println(name, recover()) }()
	f()
}

func sponges() {
	for i := range 6 {
		data := some(2 + random.Intn(900))
		h := sha3.New224()
		h.Write(data[:len(data)/3])
		state, _ := h.MarshalBinary()
		other := sha3.New224()
		fmt.Print(other.UnmarshalBinary(state), " ")
		other.Write(data[len(data)/3:])
		fmt.Printf("%x %x %x %x\n", other.Sum(nil), sha3.Sum256(data), sha3.Sum384(data), sha3.Sum512(data))
		s := sha3.NewCSHAKE256(data[:len(data)/9], data[:i%3])
		s.Write(data)
		out := make([]byte, 300)
		s.Read(out[:7])
		s.Read(out[7:])
		fmt.Printf("%x %x\n", sha3.SumSHAKE128(data, i*5), md5.Sum(out))
	}
	s := sha3.NewSHAKE128()
	s.Read(nil)
	refuse("write", func() { s.Write([]byte("x")) })
	s.Reset()
	io.WriteString(s, "x")
	fmt.Println(s.UnmarshalBinary(nil), s.BlockSize())
	var zero sha3.SHA3
	fmt.Printf("%x %d %d\n", zero.Sum(nil), zero.Size(), zero.BlockSize())
}

// uncloned is a digest that cannot be cloned.
type uncloned struct{ hash.Hash }

func derived() {
	for _, newHash := range []func() hash.Hash{md5.New, sha1.New, sha256.New, sha512.New384, func() hash.Hash { return sha3.New256() }} {
		for range 3 {
			key, data := some(random.Intn(200)), some(random.Intn(300))
			mac := hmac.New(newHash, key)
			mac.Write(data)
			sum := mac.Sum([]byte("in"))
			mac.Reset()
			mac.Write(data)
			fmt.Printf("%x %v\n", sum[2:], hmac.Equal(sum[2:], mac.Sum(nil)))
			out, err := hkdf.Key(newHash, data, key, "info", random.Intn(200))
			fmt.Printf("%x %v\n", out, err)
			out, err = pbkdf2.Key(newHash, string(key), data, 1+random.Intn(5), 1+random.Intn(90))
			fmt.Printf("%x %v\n", out, err)
		}
	}
	mac := hmac.New(sha256.New, []byte("key"))
	mac.Write([]byte("so far"))
	clone, err := mac.(hash.Cloner).Clone()
	mac.Write([]byte(" and on"))
	clone.Write([]byte(" and on"))
	fmt.Println(bytes.Equal(mac.Sum(nil), clone.Sum(nil)), err)
	_, err = hmac.New(func() hash.Hash { return &uncloned{md5.New()} }, nil).(hash.Cloner).Clone()
	fmt.Println(err, errors.Is(err, errors.ErrUnsupported))
	_, err = hkdf.Expand(md5.New, nil, "", 16*255+1)
	fmt.Println(err)
	_, err = pbkdf2.Key(md5.New, "", nil, 1, 0)
	fmt.Println(err)
	one := md5.New()
	refuse("hmac", func() { hmac.New(func() hash.Hash { return one }, nil) })
}

func signed() {
	for i := range 5 {
		priv := ed25519.NewKeyFromSeed(some(32))
		pub := priv.Public().(ed25519.PublicKey)
		message := some(random.Intn(200))
		sig := ed25519.Sign(priv, message)
		fmt.Printf("%x\n%x %v\n", priv, sig, ed25519.Verify(pub, message, sig))
		opts := &ed25519.Options{Context: strings.Repeat("c", i*60)}
		other, err := priv.Sign(nil, message, opts)
		fmt.Printf("%x %v\n", other, err)
		if err == nil {
			fmt.Println(ed25519.VerifyWithOptions(pub, message, other, opts), ed25519.VerifyWithOptions(pub, message, sig, opts))
		}
		opts.Hash = crypto.SHA512
		digest := sha512.Sum512(message)
		other, err = priv.Sign(nil, digest[:], opts)
		fmt.Printf("%x %v\n", other, err)
		if err == nil {
			fmt.Println(ed25519.VerifyWithOptions(pub, digest[:], other, opts))
		}
		_, err = crypto.SignMessage(priv, nil, message, crypto.SHA512)
		fmt.Println(err)
		_, err = priv.Sign(nil, message, crypto.SHA256)
		fmt.Println(err)
		for range 4 {
			wrong, key := bytes.Clone(sig), bytes.Clone(pub)
			wrong[random.Intn(64)] ^= byte(1 << random.Intn(8))
			key[random.Intn(32)] ^= byte(random.Intn(2) << random.Intn(8))
			fmt.Println(ed25519.VerifyWithOptions(key, message, wrong, &ed25519.Options{}),
				ed25519.VerifyWithOptions(key, message, wrong[:60], &ed25519.Options{Hash: crypto.Hash(random.Intn(8))}))
		}
		fmt.Println(priv.Equal(priv), pub.Equal(priv), pub.Equal(pub))
	}
	// Keys of small order, and such that are not written as they should be.
	for _, start := range []string{"\x01", "\x00", "\xec" + strings.Repeat("\xff", 30) + "\x7f", "\xed" + strings.Repeat("\xff", 30) + "\x7f"} {
		key, sig := make([]byte, 32), make([]byte, 64)
		copy(key, start)
		sig[0] = 1
		fmt.Print(ed25519.VerifyWithOptions(key, nil, sig, &ed25519.Options{}), "; ")
		sig[32] = 1
		fmt.Println(ed25519.VerifyWithOptions(key, nil, sig, &ed25519.Options{}))
	}
	refuse("seed", func() { ed25519.NewKeyFromSeed(nil) })
	refuse("private", func() { ed25519.Sign(make([]byte, 3), nil) })
	refuse("public", func() { ed25519.Verify(nil, nil, nil) })
	pub, _, err := ed25519.GenerateKey(bytes.NewReader(make([]byte, 32)))
	fmt.Printf("%x %v\n", pub, err)
	_, _, err = ed25519.GenerateKey(bytes.NewReader(make([]byte, 3)))
	fmt.Println(err)
}

func drawn() {
	a, b := make([]byte, 40), make([]byte, 40)
	n, err := crand.Read(a)
	crand.Reader.Read(b)
	fmt.Println(n, err, bytes.Equal(a, b), len(crand.Text()), crand.Text() == crand.Text())
	most := big.NewInt(1000)
	for range 100 {
		if x, err := crand.Int(crand.Reader, most); err != nil || x.Cmp(most) >= 0 || x.Sign() < 0 {
			fmt.Println(x, err)
		}
	}
	x, err := crand.Int(bytes.NewReader([]byte{0xff, 0xff, 0x03, 0x05}), most)
	fmt.Println(x, err)
	_, err = crand.Int(bytes.NewReader(nil), most)
	fmt.Println(err)
	refuse("int", func() { crand.Int(crand.Reader, new(big.Int)) })
	p, err := crand.Prime(crand.Reader, 100)
	fmt.Println(p.BitLen(), p.ProbablyPrime(5), err)
	_, err = crand.Prime(crand.Reader, 1)
	fmt.Println(err)
}

func main() {
	for h := crypto.Hash(0); h < 21; h++ {
		fmt.Print(h, h.Available())
		if h > 0 && h < 20 {
			fmt.Print(" ", h.Size())
		}
		if h.Available() {
			d := h.New()
			d.Write([]byte("abc"))
			fmt.Printf(" %x", d.Sum(nil))
		}
		fmt.Println()
	}
	refuse("size", func() { crypto.Hash(0).Size() })
	refuse("new", func() { crypto.MD4.New() })
	sponges()
	derived()
	signed()
	drawn()
	x, y, out := some(37), some(41), make([]byte, 50)
	fmt.Println(subtle.XORBytes(out, x, y), out)
	refuse("short", func() { subtle.XORBytes(out[:3], x, y) })
	refuse("overlap", func() { subtle.XORBytes(out[1:], out[:9], y) })
	subtle.ConstantTimeCopy(1, out[:37], x)
	fmt.Println(subtle.ConstantTimeCompare(out[:37], x), subtle.ConstantTimeCompare(out[:36], x), subtle.ConstantTimeSelect(0, 3, 4),
		subtle.ConstantTimeEq(-1, -1), subtle.ConstantTimeByteEq(1, 2), subtle.ConstantTimeLessOrEq(4, 4), subtle.ConstantTimeLessOrEq(5, 4))
	refuse("lengths", func() { subtle.ConstantTimeCopy(0, out, x) })
}

// Output:
// unknown hash value 0 false
// MD4 false 16
// MD5 true 16 900150983cd24fb0d6963f7d28e17f72
// SHA-1 true 20 a9993e364706816aba3e25717850c26c9cd0d89d
// SHA-224 true 28 23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7
// SHA-256 true 32 ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
// SHA-384 true 48 cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7
// SHA-512 true 64 ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
// MD5+SHA1 false 36
// RIPEMD-160 false 20
// SHA3-224 true 28 e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf
// SHA3-256 true 32 3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532
// SHA3-384 true 48 ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25
// SHA3-512 true 64 b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0
// SHA-512/224 true 28 4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa
// SHA-512/256 true 32 53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23
// BLAKE2s-256 false 32
// BLAKE2b-256 false 32
// BLAKE2b-384 false 48
// BLAKE2b-512 false 64
// unknown hash value 20 false
// size crypto: Size of unknown hash function
// new crypto: requested hash function #1 is unavailable
// <nil> c51f468c8e1e7e90ac762d53fdaa7a69bc03b26e31a87a05355ee270 0ffc5c518fd3c47c6ee0cd623ed885183101dc11a59423398c89be51837ec7a3 0fe3e0549a22f2ce90f72886e54ceceedc9136f913a5a2a411e8624dae27ff84c78e0cdef7922645844895a4999e443d a1d0f4a242f43ca25a0ca39fd75fb15a27f10276c2a37ec32340b9b77d4538b1b42d9e0f4c810707f4f19c6ce43b2397d07a2cf9b1bed839277df14651e5a055
//  ee78acd383bc5ea0f9be4b3a207cdde7
// <nil> 793917823e7822134bdcbf224a02451d308722ac582dc17d4dda0475 4023b58bce09ad277bafe14b061ec280236b4b3f5c9010746339dc5fcdde02b1 e3de2417ff5b84db24fe1a7d966f3a46a55b31feff37a608513290f2777ef11638a8c679f510d59f4f6e82e8d97c019c b219f25e470a7490cca3f63e22ccf6ac72626829829d44db60191278ed9b846b2df28a542f2f07bb859cbc7ff830507d9515020e46739f7f5aa5a1db14b24e0c
// f32df1ba8a fe8f4cddc5f363f1d8ed10d22cb733bb
// <nil> e1eaa3a941fe09a4909c389a9a2be8f1e543b715cae4258f72d3d756 519e97d437f67f6183606817edafda538fd70377f68915d15ed0c4f8ce505cb6 ba68e278496b4343ef59f92e135379cf39801279da745cf98d22f4d8df9ebb6273e10fba8723f36f53b7d31ddff90970 579306e6edb3a573a9f7f619873d129e46780a25079f23a80fabe402454a3123f01fb79ad106fef12f02f2623dc3e7ef77d8a3434eaaae8a388ab7eeb4b62068
// 4a4dc820c92b51f2a46f be55baa69f6f3a509dab7670fab492d0
// <nil> f85b4efe43fa8ac93412fca51f90ba678d97bb321b9c3987c6c7d718 368a9db651a7b62ace99d6b055727e88754c1a61d7c055eb446d47c33b3d521b be9d0fa6ae9816ff6d471313689e607297bf022102d823199c0d78fde995855652c475d4f163307c25cb1596df1bc139 0051552c886d89962e3d518d46ee16e7efbbef69fb6ad9916bd2baf1cc56d9220dfffcc69c7069b880f7c885ecb1341fb8ba64e01f04d685c293f5b7b71ec4a7
// 64b7e888e84455babfcfa6a867b4ea 2ff8cabca9c7b6fd96398e5576417712
// <nil> 42aa2861c5ca35b92e0f98c4927eddc36d76163b4f30136018c6c598 8cf6ac7b7d1a34badd7eff17ecc4ee4ae896ee146a66259fd529106b1bd19a7b be0efbb51be96f5440d3b2bcb880f290c31e1f2ade89d78c5d5c6fed96cb26f9ed9f39cbe8062846d5af81c964ba4044 10b3ab23b5bc0ef6d90e33c6bdadaf76b9a161e252249aa816b25d4abcee447ed7c0b0faa575abaee24eba8a618cb185b0d62f0881fea1d2b370afbe393a53d2
// a7237d8e13f558ab352663c5da7e93266ccac4ca f6fc0da40ab79a56da64b4747ffe2ecb
// <nil> 84b1d638509faf4fa676d8256f8cf06e49f1d9ab7d8fd8d1b2e76093 42ddd2d007da3bdad59b946af387b66c66e865cccf1a1aff22da79a1906c51d6 26ec7f3124032bee343e0a8f6bfd86ae9c746115173d80227b4d24e3353e181226136e4809e5e1448b00f49bce6e9bed 75e3fef3cd16bc778bbc8360228f00cfca7d1ce86e6fdc0cf4b2802bb0c6e9616dc383b91384c48b703a3bc287ea4fb9b57c4b87e35a2ee4a751c3c804e9b060
// 017306c8f7943bacf180cc3d819c6bca2a05759adf9f91a832 8afd0982391e3601cd16cd1a97cc17de
// write sha3: Write after Read
// sha3: invalid hash state 168
// a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a 32 136
// f403d32d31ec668881aecd6a809cac8d true
// 6a07b3b24ec19c6be39695edf9f19009e3ab697ee70fe16c5b1d6d1cf406d1d6ce7c <nil>
// d73ef079b0f9f929a8608b36d3e030b1a5d8e42c3dcff307db47174381010425919bf18b6f39504c0ce431fd34d72f0bbf2c53f3c1dfb0b17416 <nil>
// 7ecd42fd8a17e8e50b9c34145e65c0c2 true
// d4eaf274d23d0ec8e43b10698626adcfba121fb92a4949eb56a0a84473316cf2676cad98dc61f02786bcb93c41d7ab1cb9228d6e67f9 <nil>
// ea41ac2b82792afef517208e60c9bfb6064260e4de3090e3ea1bad33 <nil>
// 4ee3a23c0a15520ce3f2baf27118964c true
// 9de1985c249899f338767b890792b85b3176d95b66cb047bee7537850dfc97c0a25f3a4605c21c6e2c33715556442b0378a98c5b9a95a51f3ef5787a3784751bfcf9c3fddea654953c681a1207a3d73278bd08055cda90ad9e29e78c6d11fd28c48f81e155d2aa65549d299bd9942218dd6362dd795bec2bbb81a6213cbc7786e0fe8269e950f98aec41c8c417b09da11a9da44f611b1168f0683f798e6f7f0f9ede14683617da284ddc3554f5 <nil>
// d98218d35f8321073b1afacf44 <nil>
// e91db64629043529c34549e557d32da181de3702 true
// 4004cf40a7d3e327e5c2a367c4491cf430909213194dc8aa40528e045795fd4798be26b3f0609bcf8a814f2df47d85e953ecedc9b545424441fac94ef0d48698020c50443da2f94ec6bde7cb8f88fe89ae055fda0d7b18488701ad0f <nil>
// 1717897ae1ffca7b3ae3747b07950ff34c75e8a372c240768700327990df883ee0f9a942a5b222ffe78da02686a720277c <nil>
// 5f681c8fa7c593278246437138e2c4da34947a73 true
// adecf5201700ea <nil>
// 850e8d04cb25afbbf4387afb7a3b0f6b373c589e9b5bd9b3c957eac250dc224c8625543a1a9b99b24d7e90b51e046a5ceac1164fb4f197e58af53b4d3407b7 <nil>
// ccab2ba2b00b72008f481f824501b1e074ff0298 true
// deb01558886bd5234df86268029270b6727f3c32e91619a77da0e7f007cb7121346805b86de488ff1016de8ae2a7ba9bb9cea6699d0e3fdf71b13b620d15c4c5f87e772b273d392f572d5f93961b6d99eb468cdbc2b94d459cecb01533f1c810e7e8c78f60cfb078db080bbdb7e34d5599253d1233a463fbcaec7bcf44d524bf530015e813e8da4b725b0518a800960551c7a2556f6e4a35516784d96887714ba43c4b65dad21c18533c7d1da3f7f5a1 <nil>
// 3549cde3f10090973522b3b70d26c9c4931879f7c52dfca0f3e1d996a645dcb852132a508162835d29844e3223b130c466efc1da52aeb2c833ab65ae1cd76f <nil>
// e8d0ee3236d10cc472de12abcdbf1475b326a674aabaa40cac1ef3762892c988 true
// 8b2c2925f1feea <nil>
// f025ef15e964333477911819af595831c62c0f1bfc10a6d92d99d2b16be68dfd1d66c5df942bc77a4956d8d91e3545500f309896dd4dd37f3438ce1657251702cc667028b7f5d253 <nil>
// b24d4fd354d5a87435ef73c9440a98ecc6e469e9b2ef2838abb5029e265b8067 true
// 2b885b35e06b4e1e9a57cbcb2e161b03f33bceb302b6f22d1ce0e8bd23434043c2468e8252aacfd022e9b13f0ca8085aa3b918505b67a8022e2bbb5409d4bcb9c59ec9a3fb88735288e5c785f5faac4d0e919d4d68ae7f31ab <nil>
// 42f5415db7a353a869994e610800ad03eab7b6bcd59ec5c96d91fe9003d35777dd48 <nil>
// 709f316abee3d7848900fa7d9dcf1148bd88818853f4d7b358aec63093860591 true
// 246a4b9904891f6750927f <nil>
// 710cfe9f09fa6ac100cd53c16e9255df0c9e1fca685fc97e873f12e8cedadb6aa19f88b5313ef6f38a04c64d0c0513b7fbcbc60c5adb2cc46000b44796b077 <nil>
// dbbeae9ba672e07dc97c6267877ee89e9a15e903a323c1143533324cc24d0da10a059d750db9af2277adf0326ff535c4 true
// 6a0f94a1f48ef83c667d375ffa01e8855f8ebc154177ab275e323efae0979d3bad8829dc9120e30b17d6e192a23472c692612e767b637ffd3b944f1089715fa46c46517b720956e10af19fd7770f172b60e9ccd9b44ed2351e43d6e57c3df58966c9d3f674dbd2a61b8098b4ab7d9c3f6851d5d13100cdbd5133f5904cad7892d25663fa7659db3349d4e493df0aa46db158f82d9c63c33b384729eefe12d1f22616bfcfa916e760d1025215a35ebba15428cb89d19259e44c5a09 <nil>
// 3ebfdd17aabc315eddec300b518fe8527a72582f95f875a3 <nil>
// 5cd9ce46655202f26825352336baae8053ad99aed1515135cc5ac512ffac74c658625ab9550790de44899c4a89187d78 true
// 51c9ab5c88eb90fd9a4953754124712cd2bfc67f5eb7709ff67e82e0ed8d4477d1b4e0101ab4713f2496e8ec6a3daa2eaae59a4b522e43bf933fe1 <nil>
// 987ff03d4b085b1ee2302b93add87de0199a58230261c681add7f38b1aeb8329f67ca5e7b00df63a32a133c9840f <nil>
// a43582fdbcf96c5a976e72b7a3b11d1eaa484311d4b4b1438b5c275eda0901fa9cb5fc55c6f6b353f5871138ee5b82cf true
// a3b42c986a3a0c4d1c89cbc38c36d51f18c997ab7daba20ea5df67362aaf36b118ae14c2f80e394e62e599329abdcbc6b39e8559372ff87fae333bc963bd7dd65a7c9c38988106ec879d18cbf4ba4cc018b80f89830ce0f4fb6c601a8a94b4cc19c292385e10a81884350347411fd5663f118c <nil>
// 6e20ce55 <nil>
// 6450c0ad1019a92ff6232ce11f05f2fea25ad29a631101a9a221dfaaddfa4463 true
// a0e9715ed274ea1b6a0703a8881ba574f509648abe480d8a9dcb0b15f65a83fc6f542a02e545c372d8cb0d85cad3cff2676e912d3af802fc291ee7c7b76b5629bcba3f2a89215922e387bef93327d9233ad51fa266eed7a2a8cb2124fa73503d91f1bbb4dec764bedb8c673fb17a2b2824a8805ff925a84d8d89ba <nil>
// 68a51a4add3bf698b6d68550772861f4fb20e36ba1f44108c09d118f0beaa690789b302c5ea1d9cfd2096e2ad7b97b18edf3bd0f25536da38b4acbc1fc711700d202059136059268b5fc00bb0bd1ddcb2fc6ab637efeda <nil>
// 14d0cecd2c517020130edf7bce2a0cbe2ee292554f29093bd0b4ad11ab5aa248 true
// e2138789d852b767862aed767dd7f31f <nil>
// e097e87da8e4f5e3f685f95aea96e573393e773a79b9004647e09ed05149e8bc5f5de8ee01aa048be4e952bfad04903b <nil>
// 707ee304fc61a87a1e1c24bb5e9cda3538ea955cf79eee312ca0396ecfaab670 true
// 32869fde91f9c1685f4c86d0f9cd36846a561b1ebbef5d152aa9b4d623591ff748b4799fd9666dba2a042a8260c456a0c18f597e7ef201b1778e623c3f856129a80e9f11653e29d803483890525466042aabbe023d624631381c51689528dc9760a3 <nil>
// 569deb869add0e895987bfa3e5 <nil>
// true <nil>
// crypto/hmac: hash does not support hash.Cloner true
// hkdf: requested key length too large
// pkbdf2: keyLength must be larger than 0
// hmac crypto/hmac: hash generation function does not produce unique values
// 1e8a09d3337946092ea3ef6f79f9183547e75e2c4d4be8aaf481c0de563e54dbfa4e69cc6e698926ea960fd44722096800e454c9c8ede8dd4d4933915bb0f64a
// 29273500589e07c247c0463e5e32baaf03303970c50d520868a00ba54c18e170b239317910875e7aef9bfa0a1d341e2d4fe050d4ee8dc00ada506c857b0fe00a true
// 29273500589e07c247c0463e5e32baaf03303970c50d520868a00ba54c18e170b239317910875e7aef9bfa0a1d341e2d4fe050d4ee8dc00ada506c857b0fe00a <nil>
// <nil> <nil>
// ac6f3d72d5a67d28ccf1e0dd541de717576855fa1be6a99b5b106e6801052b75d598351c81996d7fbf1e674f8d579d38e8265cc3fd2e812cc8235b14ffc53a01 <nil>
// <nil>
// <nil>
// ed25519: expected opts.HashFunc() zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: bad signature length: 60
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// true false true
// 96c39b67f7951c2328c6a36cfd00e9697aa4764c939748b10137bf1a708930317b7ed8404c60f3fa0ed75f37f190faed44b138dd0b7a564b81de03126c668e6c
// 11837d4ab025d5fee4282955dc599d705d6063fd227ee2267e3f52a13e80274246fc61f2e80a020027bb64d088190d46134ad82dd142790a3647d90e246e470e true
// abf8c50d090c992594b6334ec9e3fe60329944ecc97ea2ee7eddd3dbeff3797650361c75588876642e1d411d93f5f0f19db14238faf08e025c34b4a403065404 <nil>
// <nil> ed25519: invalid signature
// 3670b47659fde854193652f6b3a887af391e844cb66f5d9692ac12b0bbd9bf22074f1009af3be3f2405b6ddd5530f1efd905630135a96abef12e65a49577e805 <nil>
// <nil>
// <nil>
// ed25519: expected opts.HashFunc() zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: bad public key ed25519: bad public key
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// true false true
// 0f38b49c97a8426d2fe8aaee14be809998cfa4963e9332027da73228ca8c5329175f7ef50a6e08cc082b3041bb611f71ccc9834b2fe2873a93aa05fc514b813e
// 5dc639f66980a64a351f0fa7f0ebf325b881672aa49602a4cdbd2312504fcb65a45ecac63b01a33e7443aa35e96eaf51ef5bf435446c3cf0d07e64dd083e260a true
// 8884b9dd6176ee274aacbe88e849aeaee7e05c5415ab330f696838764f372befefb589fec39f6e4f5975bf1d69e98bc85b4311055c039dc95e4c3b90c37bd005 <nil>
// <nil> ed25519: invalid signature
// b927e15961df70e040a8ab994c9f0bb6f2cc1dec3f8a430d589c5ba0d2bc18b9b896a244dfba1fa0ae2ea7afbc0aae1dd84c9cdef72ccdd4795b965cf4ff910b <nil>
// <nil>
// <nil>
// ed25519: expected opts.HashFunc() zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: bad public key ed25519: bad public key
// ed25519: bad public key ed25519: bad public key
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// true false true
// ff7a406cd9d56e343684053a744917288344e49f2ff96e915da09f08e29cf11ca3e68b23434976ed47a2374d7ae7e719fb67203802821ba84448cebd1c718ece
// c83c9ee24111ae5e008a9ae4fbe9982c9e435785a9f7f4a4b8fbd6ad8499b61ccfc89d059bee4b702c8bf52e30beaf2848e5c7157b5ffd9441b0bc1906e95002 true
// ffa825c7a309f8429e2de598f7d6e70254a0ab7e1d3e4f0653266dc935790b6c3534c3b35512def7d025d05b23dd56e6ff8dc8d7b74b75b101e3b168a6cdd604 <nil>
// <nil> ed25519: invalid signature
// 78087a80f93c3d133079838a030fb66a074f2c02afab7ffbb1c4f3a32f69992dc39b7b4a061f636cdbbe22f3eeead8dbf4773a0420d8962ec26ab96128509e07 <nil>
// <nil>
// <nil>
// ed25519: expected opts.HashFunc() zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: bad signature length: 60
// ed25519: invalid signature ed25519: bad Ed25519ph message hash length: 159
// ed25519: invalid signature ed25519: bad signature length: 60
// true false true
// 9a775182cb48667ac1e89c533e48d51497c3120816bca45bc03d2d035be22f90b1459e3b108aefa9adf5eca4c8fbd6c2e51e2ab7f617f761f7ff8da1384f4652
// edf2c6f139bcef55c3974d02b2aa8ab7cecd6bac890b0ed4cb01073a60c5b85e39020e5d8277758cf110e407d44bea8c3d86da18b37e2b02c055d97eb6f4450a true
// a9ee3adbbef5798db00c073b9a7854c2e5fdc3d9ae212d22e60109fbe040942ef73ed015c0e7d28c66c0b73a7be47c0cc5cc5bf5e801e753fd9017ad4687f905 <nil>
// <nil> ed25519: invalid signature
// 0a7b4aeb9e8b86d413d4b05232051e656a51df7b0feb985fd54d0042c6becee82e46bf5221a89712d1659930e8c82e7f4c2f705b584a094d1098a58245f4120f <nil>
// <nil>
// <nil>
// ed25519: expected opts.HashFunc() zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: bad Ed25519ph message hash length: 12
// ed25519: invalid signature ed25519: bad signature length: 60
// true false true
// <nil>; ed25519: invalid signature
// ed25519: invalid signature; ed25519: invalid signature
// ed25519: invalid signature; ed25519: invalid signature
// ed25519: invalid signature; ed25519: invalid signature
// seed ed25519: bad seed length: 0
// private ed25519: bad private key: ed25519: bad private key length: 3
// public ed25519: bad public key length: 0
// 3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29 <nil>
// unexpected EOF
// 40 <nil> false 26 false
// 773 <nil>
// EOF
// int crypto/rand: argument to Int is <= 0
// 100 true <nil>
// crypto/rand: prime size must be at least 2-bit
// 37 [248 103 164 108 71 105 5 208 86 36 20 178 95 119 74 158 231 189 65 85 183 63 148 189 229 246 46 105 242 202 114 180 182 34 102 118 23 0 0 0 0 0 0 0 0 0 0 0 0 0]
// short subtle.XORBytes: dst too short
// overlap subtle.XORBytes: invalid overlap
// 1 0 4 1 0 1 0
// lengths subtle: slices have different lengths
