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
	for i := range 12 {
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
		fmt.Printf("%x %x\n", md5.Sum(out), sha3.SumSHAKE128(data, i*5))
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
		for range 4 {
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
	for i := range 6 {
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
		for range 5 {
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
		fmt.Print(h, h.Available(), " ")
		if h > 0 && h < 20 {
			fmt.Print(h.Size(), " ")
		}
		if h.Available() {
			d := h.New()
			d.Write([]byte("abc"))
			fmt.Printf("%x", d.Sum(nil))
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
// ee78acd383bc5ea0f9be4b3a207cdde7 
// <nil> 793917823e7822134bdcbf224a02451d308722ac582dc17d4dda0475 4023b58bce09ad277bafe14b061ec280236b4b3f5c9010746339dc5fcdde02b1 e3de2417ff5b84db24fe1a7d966f3a46a55b31feff37a608513290f2777ef11638a8c679f510d59f4f6e82e8d97c019c b219f25e470a7490cca3f63e22ccf6ac72626829829d44db60191278ed9b846b2df28a542f2f07bb859cbc7ff830507d9515020e46739f7f5aa5a1db14b24e0c
// fe8f4cddc5f363f1d8ed10d22cb733bb f32df1ba8a
// <nil> e1eaa3a941fe09a4909c389a9a2be8f1e543b715cae4258f72d3d756 519e97d437f67f6183606817edafda538fd70377f68915d15ed0c4f8ce505cb6 ba68e278496b4343ef59f92e135379cf39801279da745cf98d22f4d8df9ebb6273e10fba8723f36f53b7d31ddff90970 579306e6edb3a573a9f7f619873d129e46780a25079f23a80fabe402454a3123f01fb79ad106fef12f02f2623dc3e7ef77d8a3434eaaae8a388ab7eeb4b62068
// be55baa69f6f3a509dab7670fab492d0 4a4dc820c92b51f2a46f
// <nil> f85b4efe43fa8ac93412fca51f90ba678d97bb321b9c3987c6c7d718 368a9db651a7b62ace99d6b055727e88754c1a61d7c055eb446d47c33b3d521b be9d0fa6ae9816ff6d471313689e607297bf022102d823199c0d78fde995855652c475d4f163307c25cb1596df1bc139 0051552c886d89962e3d518d46ee16e7efbbef69fb6ad9916bd2baf1cc56d9220dfffcc69c7069b880f7c885ecb1341fb8ba64e01f04d685c293f5b7b71ec4a7
// 2ff8cabca9c7b6fd96398e5576417712 64b7e888e84455babfcfa6a867b4ea
// <nil> 42aa2861c5ca35b92e0f98c4927eddc36d76163b4f30136018c6c598 8cf6ac7b7d1a34badd7eff17ecc4ee4ae896ee146a66259fd529106b1bd19a7b be0efbb51be96f5440d3b2bcb880f290c31e1f2ade89d78c5d5c6fed96cb26f9ed9f39cbe8062846d5af81c964ba4044 10b3ab23b5bc0ef6d90e33c6bdadaf76b9a161e252249aa816b25d4abcee447ed7c0b0faa575abaee24eba8a618cb185b0d62f0881fea1d2b370afbe393a53d2
// f6fc0da40ab79a56da64b4747ffe2ecb a7237d8e13f558ab352663c5da7e93266ccac4ca
// <nil> 84b1d638509faf4fa676d8256f8cf06e49f1d9ab7d8fd8d1b2e76093 42ddd2d007da3bdad59b946af387b66c66e865cccf1a1aff22da79a1906c51d6 26ec7f3124032bee343e0a8f6bfd86ae9c746115173d80227b4d24e3353e181226136e4809e5e1448b00f49bce6e9bed 75e3fef3cd16bc778bbc8360228f00cfca7d1ce86e6fdc0cf4b2802bb0c6e9616dc383b91384c48b703a3bc287ea4fb9b57c4b87e35a2ee4a751c3c804e9b060
// 8afd0982391e3601cd16cd1a97cc17de 017306c8f7943bacf180cc3d819c6bca2a05759adf9f91a832
// <nil> cd2ce72b3820d8e521c77c290a28fee3214a50a440543c68df472979 8f471e8741e8603a9ac0a8f60379f4f475526b1fae03df4d1677d11b80cd527b b5bf39060baada9c4810f5f1b4494af2754a2f7ce9f6755ffad90f287ee7bef21acd5ddd3ef1755bf2687168fc1981d1 1f96b8f9415e5fb98642ab9826bab2cf115addc0850082acf1a607c319e56c8f4a5f43b1d274d04f0ca0a91ec5f687faaf068b9205c2cf986873812973f6c697
// 21346f16a9ec44f10cde1db9c572b837 53d422d0e456219cb080693df9e6cf384b41f7158a9f9470b7f09cff4272
// <nil> d43ea6f12bebe2301071712cbfbe51d57f0fdfb05ab3e5a2b378de2c 1c4d970e92dcbb58debbff813f6274d8bde89cceca210b782072708adcce9b30 aead047ad80795f80df8d6fa73aebc5af6d8a0b3580e6eb55faa76afdfbe7a466283d723ae174fd4b2d47c9aa5d7c62d e8786186eacd701a03b16fdbb13b373d56aa28949f2de8afc47624f238e3d3605e54332a49659aa9987bcb9c27be866f092609f19ed5c0100891d0951dc1f527
// 4ad8ebc234b9c0e4765dcf39ceeda71f e7c6ea1f6bd3130ad26e9dfdae337a586b89dee58d32d8676f6006a8ff969cfa79c601
// <nil> 2efadc1154a44355a27fbe32a7afd2d73d6be65ffeb3b9e8a56f64ea edce7f184dfbd9293f37bfda0494178e4d29032f0ecce9c115010f9c3911704e a7f3e99672600f0613ea0eb4b3ba9025469400343d7625babc5e930e767679443f3b55632414f3b49476cc186e6e7e2a 795025b714a34fdb0b68f81e3eaea08316292f875f3c94548daa706d297f75239072912c465a51929391ee79079a45e7e3c1bfaa93a66798962c13b85aa9375f
// 4ce5435b7808970124bdb0d80b333d94 7e8ff2542cec0e2f4eb8bb7672678345ec6d1fb61cf84afbedb51fd96732be3f8d5ae07e76792339
// <nil> 9073753076e95964e388667943afc249d57a690bc90b5296af6a1429 8abce1eb2a374ec3fad65f350ffd28962e8dcbc7ec24b04826731beac5a5e1fc 166045d6e071ad3e4c3bef3884c840ed6b0c00931f79db8ff07b22e319e0f68782cfaf3638461dc1961670697b3558c3 23cae4838a5db8af0a5eebde326f6ccd6a7285763b2bc42cf6efb86bd24255f7133f52eb8a43a06ae5944388f8eeeeba59bf60d1eb03d1520d0f3f3c1df364d9
// 74e32adebb5c91ba9a8f74c7a5474a7f 402e0c74be03efa9fc5373c93373fde295b69278ea52ce1d7f288eaa3b1608ac9835e01825d35baf87885af560
// <nil> 26b2bfece00448684dbb6c95a0647c9f70a569dc76d013d8067c1004 1495a85a7a320cc590dd3796b7baa0002982ca3ee3293e026ced1e0d937a5324 6f9c610a60d022fab12ba433da22cbdc4fb3e1220a995150cd12bae10df54d22ea1bc8f7a5d9cb110d134c911855bdcd b730f6a2f69d337c68ea985f020479b6b7f11574ee23866213338c0188911438f455b4526f65b60ac7373d101819a750a4a98f1080c2d7c64353748147b363aa
// 1fa0581e667efccdf628f514d18962f0 df76ca0d3cfa4f675dc89f8a1fac6739f07e64d2745ab60e0cafadd1c185eb4c21c7a1744769eb071f7f50e61ba1e114471b
// <nil> 13fbb2ad4b20339330152cf4f6662b24e4505f79a0e56edcb14ffa7c 9b3637e5ac88cce78d6e52f3f947b922df9718ca647782960d9f688b6ebc1e4b 2602066aaa26813027fc3b8d071e4e93a9163f8a4768e3681ed12b91fcf5b3ae37a5222c2816697db6f92cecd77268bf f8385e9d60cb4ac7a7f87c0ea6ff51102b4b53d67f9e3cfe4364e193bdf05efbca6399eaf70c6692ec33772b3d1b610d0a6ff0fd817a5b63704c4352a41cff0c
// c653f182fbb321d5700466cbb64f9a10 589c39a2724b01cd0f84fecdeaffaa7b3781546c770451576f62ef0b069df50545858c49aec831c2d517968af16c39cc436888b4d6e375
// write sha3: Write after Read
// sha3: invalid hash state 168
// a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a 32 136
// fbda74b1b6cf7b04acc1fa1c57de890d true
// b72704ab648f5bbf5993f52925abb25464a619bbfe8d8e31cef91c1c8ee7ef9d4842fdc5a7d329617fa0ac1339814919e582f531eef00bdd84d2ada88e340ac987cd14c22a98301bc55d1cf06d2753b30b36214513bcd886ad847c8bd931eed8e450052bc545b68ff0797e087d476c036341ffbe5ef88c806d9d484ed80de5 <nil>
// 88 <nil>
// e744126c1fca73e7e2c01d09dfc6d0d1 true
// 1727595c38ea27f14908259f376c681faf08a9db07da70ebacf78678f8512288fc2d5a <nil>
// aadef3026280d9bb1f48d889c874d284210aec0d703f5946dcdcbc6535286fe673bd9c2f36668b4e33ac09c5aeff491af2917e6a38c819 <nil>
// 88f1fdcbae4f2f7e54dd4483409c4ffd true
// aec5d983d99eb8c50cb7d2344d0dcde6cb0eaf2535f27deceae372929628c7953d0208723ffaae8abd85ab6efae0d1fcb4effa75af16201d62e0da0fcfc1fef031514f9503017c8af7d4eb2d8ca9c482fc06bab4489de603b9ac31bcdb4045c6a8c8b4d47e47635b6c716ac6031d3d6b7977f95eb72445f1b340291e0a46a3fd12b4b39f4338502c30cbaff5015c8c68997bc3d6c1d87916d1bb580801d4b7ead5e2aef0316c <nil>
// 5100226746ebe5a7f9a85f4a8962dfca322d47cea3c6e354a6d44f5679d7226a9fbe67687d2f1fde5dcbcce22eef9e3d9fb062f11de7cd17fe47be1ac3f16519d52f7bac6a48 <nil>
// 094279f5a633a5fc87a0bfb7dd914d85 true
// e8acbda88f7b9d773f4b4babfd4aa30a99faa1025f977c5466299e1eb617e17678d2fd6f2867d636fa98bd84ab6818 <nil>
// 385f03962a34ff9c2fb64133e3bd5cb617bf537a2461a4e1bcc0956772ff18f6239d3c6ca5f3cc1ebe6d947f59ea1c0e39ae55ee4b56d66f14 <nil>
// 1ca36437de7a50b71dc92d19530c8d798ccdc694 true
// b2fe64b3cc86a5c483e610819420ee8907bea961d6fc562f1c3b457bfcda09866780174fca669023169596a8b382e16903073828e5678cf1a1df1365bcd7b0a47653bcf2a5e606c33767e305d87482784e0487249db96b65582b <nil>
// 67c5422c584f014701f7c56a28ebcd68781f38a80da0f419da8283ffd2e9a1e4bc877241016f6a6cf85fea8fff2bc0acc5376afb9796111c87be8e8fbe72bb0213e9b30f50 <nil>
// 2c5f2baec060b889a56be6a38396125bb56c7a39 true
// 7bf4264c6810b48e38a419016497f6e959f2c35d022d6e9d1322ebd0a7ae8e74997d914b3bb76b229530cfe8b2758d24d3f3e8ff8ae805786567efbd278bc03ebaea7cd51a43f6b2aada25285e6c487f279215c5bc76eb789e017ce0adbde31fdd746424f49d <nil>
// 62a02a9999f289bcac992cbbced023ccf9a7148673a7b7890180850f2d <nil>
// 9b45d0b372dfc2125213512a93a0254893415982 true
// 3500f05b135df82853f2f9159c6f5c8e13b9f3b0c6a2b69b62c25834c96ab74850c931bd253a16d387622743227d0e4ae60648accad3a82d00ce87dcfc7babde80a52bf3cb074c220f0cd47fa2cb5b85cbeae719f5bd9077e8c29cdec98bb3809650562bbb68d1a46ce87d36002dcb0fe4a779e99a32da63077d214eafeae42627636f06a86174f78cd60a3beebd2d <nil>
// a3 <nil>
// b763e3c7dfe49ad1dd622dcecbaf65ebfd619607 true
// 36f85f1df82a9796aee2588117b67a7bb15a71d467234149730e4e4aaf9f00c9e7f15814e7cc2b0d6e <nil>
// 8edeca6ca004295c250ebecb52b829cfd9be8c45e496adb7f1da7cd80b078a7a46267478bbef31bfd676c2ef <nil>
// 6b2e78c5d2d96cc25c0d692658f2aeb13af02abbce6bb7e880b59a2ff97cec40 true
// d7989ac44f5753321ef8845fb70719b0ed3e9c9a1149f1dacf44c41fbd1874b421c9db939c57264c7ec9ba3d04bde9bddedece00cd51883c1d8705f22c4704d1d7b1a5667e1a01923a9a04a69af5b1fe804b08f5b4243ac9f4063f165cc730df5033298b <nil>
// 163a20e7f1575fb339dee6bb0d47ecae7973c47f47bffd6d8e284fcb3c9182ca <nil>
// f70ebc5771b849650c66693545ef628117e15e477e51c40c6e28bdb8601ce16e true
// 1263d6544d38a0527035502460d1e5371056ded85e09c47a2ac8bf28da7c5fc5d3f9ee02bcafdb7d80b66cdd88fef76af7411e0aa43a4717f74b2abe87bed1bf2dc1ac37e190925d03a9c48f0d9831b70da3fe28ba9e14045a8c9f86740251968a <nil>
// b066d4ee60feec7187ead18bb14cb61dbc74e2f9899bbd3c3236b9046883c4ec11ea57137f5a0642c49e56f98650311f54ca6d8efeb0b75979db93d8a7dc1dffa01a74a18664 <nil>
// 329497ea008e965bffc28eddb8cfacfc1c8719917c6f7c08104a8d63a64c099a true
// a19d330391a4cd9208eb4b391021f206cfdb7ddcfa92272bd82ae379088a0557be4eae4ccfee4e2773c88075fa38bd2eeed04a5289c9ab58b7262fabc4b469077764d5a044ad9e21273b092d6ed6d60e492855a06a12832e7459a63e31999e925509f9a5c807c12966b9c9b4c4c5db75fe3067b71751e07d31412cc482ea243d6b8d6f81a70b1da8f70b019f789f7192542e83532288d2d5304a4346e0171a8add6fae395f057e5c57a481225720f9ed5999c20eaf3e7bb43013842dd5 <nil>
// 65d5a42a92af23b70e4577dfb8137e4977058586130a <nil>
// 0e5ff3630365f88be5a77d510599a76088b87cc2f05d7559a45e436bf4df129a true
// ef0e7f946aca0107304ded85942f75f349104567f8e63497583e61d3e38d238b428fa8796cadaa0774892a069ab4651063aac206d0ca8abd9614464b96c53fc50d3012e1f8e88cb1de26c20689d4142e709e5d01417ee5860d0a26a28b065c2ef34a234a35d05da0f86bb84aab303ed657093b82b20397b2635cb2f03461958d92905dd1e12c3c05c89c58e4aabaadd74dd24ce3804031a1c9dc4584d94549d5016a8812885a447cd6c49a326c525ac0e14c9658534a9e4023aa0a6164b4c0e788fbba294860 <nil>
// 7237e8f56fb2bfe76bc1639794d4c0f16b6a522ff3e5d2a45aaf9ef92aca01f3909b35592f23cd5cf68ba6354d96c98fd6f73d16922614a912ac40a6b2036787fa607d1145333fb72c5a6ad331c45fa8fdac6ba651 <nil>
// 3bae0b372618a9be33d4edb47a8a4291ea34b754ccb13bc1737edcaa40f418ac51b9bee25de08416fc85b4493b1ac52b true
// 79c0a9f58ef26589d61ae84a53896b6685b51f2996c80094c963cea98a8b333932f974cf7be6400d5d0cb5f9f6164d5388b82de1eebd77a470e951c5d3c814a3af4a3e5a30c55a41c3f59e097d <nil>
// c8cc8f448600fb99642090ca4a4e24cd65915c1808dc3fbc88e874d9ed83b5b507c19a7bf41f9b52dd973e2ffa81cb0da70d06384173983fc61f <nil>
// bbc5b61f81d5dfa52a5e90d81146c112aac82f756c87d603c63165f9fd602186eac0fb04a882a46daf0e0eb98ff2c7f0 true
// 1169fc8243caed5c29c62cce5352dcd661e7a45736bacf6ba88c5f644a74a55031a346864ec274843aa7518186 <nil>
// 2f85fe <nil>
// ff42596a5067db8fa508d508545ae52c49ce2112a3611e6330887bf87111b1176db76f611ab51c0ac42baa70702fb503 true
// 4d6198c87a98355f9c3a483e557f01d79305bb3063609c8abdcdbc22d66b00d6f6fbc5f7fc484b91b18e9947b174fe14395304bf0ee8c6169f3aab <nil>
// d765b7826c9e0167512eca3c5659cd752f9d2064b55760a7dabf4fd121291a6e7f622e8fd68b442f2aebffd960e23a5f558c4976bd22 <nil>
// a0d53bb7156e99a5415a342641e09a9c2103c7ea85d46ae9ce23b8c6d7fe8d75d16271e404fa22f8476d1be287ab9b4a true
// 0c5b16fa05c0411a8ba44c033c026d6332d09bb8d48d37912f6ed9d1b0a30b9857e04c0e4fb5ec2608e70f819ec7d429a91c1067e38cf37343c1bb03e795bc7c9926bf149c5e29e169194b22761ca0024ef124a282d9459eaba36ff7a834c7220784d53884bcf83895e9794775 <nil>
// 1cecfaf55b2e465d18db89de8546d5243b7f3604b8fb41f732fefde14e95017d447db0c830e320bd0ce107f8eb6802e844e1545b66d5aa752f4c <nil>
// 3473c37d11e82ed21e37c24ef14f787ceb52bc32c773feafe476bbcac785d4f6 true
// 12bfce8448cf51b86785 <nil>
// 5e61a299789b137693965d909f57c8cbb63e8b11 <nil>
// 1720021d5baf62a41a862aad88c289987ce2f860c4852b34c0287432bfe2514a true
// 57df5b5a16a4202b5512b64777ad2fb854042f10812978be71550050c81bb3c049e91e6890430485fb6fb93315d26311e95debde130c7200e68b2596f7fe301bab8b8cf1ffddec43c2cc44de8443bc42edc7 <nil>
// 08d78904c90ac63f003ffe2f56a52257d34603652f58b180c86c2ab8281f <nil>
// 2cd174431d9ed1862b866ce001a2118c35dd891f7dea586f07b18496505ecb14 true
// 464f0ce170ff63fddd8dd9d230791bf2644c6424c69963bfe3d2a01b293d3a27a53699a85caa3290a47fe61ea6753887fded5c8e2be8f1b571907475de6238be0f11461bf615eb69b4a685127d88307e798fa08eb1446709cd077429d1f735d2fa8e5b147d0b4905dbbe8c95b4bc57e41c89 <nil>
// 7346ba95afe1b610805019f20671b71b1da3e915b34a60ae42b0ce47c458e081518fb48f0306581fd9b19907557fe0418daf41ea3a95c0e599c9da <nil>
// 4bf03b1f103d14241be025fd811dceaf9c70231b90c6b0bb00c57cac5e832c9d true
// 6692627b1740fdbe926dbb4d92dfd4fd68b8f71bc7df65b68d0c7a65838d3c86c045ac14579b13b110e02ae6c3673a5e067ad5f37a26024532cd6f498e2be157ac4de8fecc4607a17fe4d643f73c6bc8d64086a9af478276bf77de34bbaad837c0e7a0ae549938f936e15980211358a9a238ad8ddcb8786b989a627a7e3c436826242a521c542e4d7700161d6eba234691fb7148c966cab69046512b1a0a4a287a9ea713d8e094cc46fead9b4ef6c4c05f6485f8381b <nil>
// a3d39ea4599cadf4749b2ac5e78ceb77bb7b5f73b7b1a33c1ef1ce3812365a4310b527695de214fa03e4b628cda8760b55582bbf1ab963ec64b6f19ff5b8b5393d80c39e6a37e503e460e96745 <nil>
// true <nil>
// crypto/hmac: hash does not support hash.Cloner true
// hkdf: requested key length too large
// pkbdf2: keyLength must be larger than 0
// hmac crypto/hmac: hash generation function does not produce unique values
// d7ae9d75b2fc2a44ec0a0e57f8ceaa4d1e8ab5832840f4ce038fd9f86ba96ab380cd8f529e3a36902e7efcdf8fc1314d933fd0c439eb0c2f07a5ffb45f3bb56a
// 9bf6d91c7249e57b9b4ff4f9bd58f90eb3d09761a7f2d3754521d10cf069baedc298c4a3e485a637b5c772c0fa62a5ee14c5f991f8227ab5fbfae0b89432d502 true
// 9bf6d91c7249e57b9b4ff4f9bd58f90eb3d09761a7f2d3754521d10cf069baedc298c4a3e485a637b5c772c0fa62a5ee14c5f991f8227ab5fbfae0b89432d502 <nil>
// <nil> <nil>
// de06b9a3a0ec421b7d96cb3748ab9fda812ff84a16a3bcdcb2d01b00077389064c32284ce7b91678044ecf5aa1e6ba3c9d0b75b5c2fb12a0555f17a485a7740b <nil>
// <nil>
// <nil>
// ed25519: expected opts.HashFunc() zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: bad signature length: 60
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// true false true
// 29ecfd785a6804cfc18e6f1fe2c89f495a477bd3609a714e2c98af433d92686747bd60bcf4c1f920cdbea3b16ce4b63905c1cbc61db9688ca1ed5515731b6dd7
// 5da1002b65fa359c7065e8456c55a09e97f88d964f2e3b1149b6ac65283a5ba8adac10f7698dd0ca27551a5cc19e2823af80d760a5519953153f718ee3ebc609 true
// 160599026ef7eabf4156d308f6fd32f2e807984857f5c090a51c1a45be380b0969988085a13a5e3d2a4b571a1de2480f62517d9c832b9247b95259edb3374000 <nil>
// <nil> ed25519: invalid signature
// 23f649539cfdfd292691bba0ea28dadd45bf6ed24cf822f06db51b30f714e6527ba085621154ebf5ffc91d8d26fc5421919a7a58b18f40ed6e3efd339dcc1e02 <nil>
// <nil>
// <nil>
// ed25519: expected opts.HashFunc() zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: bad public key ed25519: bad public key
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// true false true
// 7ddebbe9148b13351290140156b38556170b57f9cbaac395b64c97ec4a0ad196c4b1eb6e3108bdeea8e46b7afe634ca734938c143b7791234ff322d695e3a3bf
// 7413e1c9011798cae60b0ce0645d648f8905a603e0f6f1529fbc10596fb9507bd89a6414d58888d642f9f8963cc85446d0ba1d5db32a852c49719fd936bd750a true
// 66e43f469be7373cb8158986374d1310bae77b5ebed0a3bbc693aa014ef4ff0c5ed86fc1e6d58cc6bc9754f1bece78237cb1ca3e92f0f1a28203ad892f289b0a <nil>
// <nil> ed25519: invalid signature
// 958d1f875a1097b404b0d7659b764b4f639f4ed2d912dc3950e03084d625280601ce3e002cf914a1ac04e07d43be6db01ac5983c7561f824805229ca12b45006 <nil>
// <nil>
// <nil>
// ed25519: expected opts.HashFunc() zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: bad public key ed25519: bad public key
// ed25519: invalid signature ed25519: bad signature length: 60
// ed25519: bad public key ed25519: bad public key
// true false true
// 04576e598b75f1943b6196aaf788ba2e666fe32e3072b50dafe799ca9de21bd74e1960e12340666b0c2a8924a4e3864374c89efc940e8f17cb67b3391af6cbb8
// 160b5e8a0cf36460db62fcf2eaa8f07da9cb184609389c3bd2d212c9c26ec5526ba61e7ed11bda5507d55e41c5723634b4f4f73bbe45d3072d4ce2d5e3b3a30d true
// 6abd8343efc87641800f43ea7821ac1129052b78ac15d550b0ef477ecb6891cceb9de63d80d312c0c86bcc33fb7df18424440ac72338602b89a04baa83b44e00 <nil>
// <nil> ed25519: invalid signature
// 1cd1a81643e5cfd7adf06e8e4a87f34cf9e723583618c7eac01adfe637b1eef2f7eae9db824c0e875bd803b23c66879cca800e333f6019efaa7b474b6d20de0f <nil>
// <nil>
// <nil>
// ed25519: expected opts.HashFunc() zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: bad public key ed25519: bad public key
// true false true
// ab0377e0876d639d4e100901366af9de9a6bff0e6071322753bae7c3b34dfd52d6b47c30cbe48432d6bf891354a5eee32aac7b2c92e1245839882c44413026d7
// c20fa7a526f78ba7ff3f11f86658c1ecf17682453fad4bd6d01942d30e8a417e7b7ced45074766d55ee6ee4e765b5d9dfe7d7fc20cf1ec35ac0fe544a232b507 true
// 0af63a55cb14683121f4c66a2f090c122bb103e75e3f41a90cc1f607a5dbb00346154196cb212128748ea0e9dc5edb7d3d52b5c08494e1c1c69a44afa7907007 <nil>
// <nil> ed25519: invalid signature
// acc4d704bc79827709153522eaa69492455882971f6a8d1864e7395322ebcf8a47505d507577554484820bd411d06e1f084ae4d3058d2f28a383d111e7c07a04 <nil>
// <nil>
// <nil>
// ed25519: expected opts.HashFunc() zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: bad public key ed25519: bad public key
// ed25519: bad public key ed25519: bad public key
// true false true
// d90b5d9d36302c9dd19942ea672a5cb4d033d0dedb1a1c09f3c5ac81ce39bc9b510aa77d125b7ffd1baff9f3bc850f8616a91118da75e6662e9ed8a6629bdfdb
// c6ffee9066d2fe1113b2c7d6d8735139d2173c4b47accb72c9ed78980656ecfd2711826fac6b2a2844a70ab502c4cc5b3508337033218863ca2565e8e2200403 true
//  ed25519: bad Ed25519ctx context length: 300
//  ed25519: bad Ed25519ph context length: 300
// <nil>
// ed25519: expected opts.HashFunc() zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: bad public key ed25519: bad public key
// ed25519: bad public key ed25519: bad public key
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: invalid signature ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
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
// 37 [226 253 4 81 164 22 167 168 5 183 124 200 79 36 226 59 248 23 95 174 157 29 99 196 149 190 242 112 190 72 26 172 132 188 58 182 150 0 0 0 0 0 0 0 0 0 0 0 0 0]
// short subtle.XORBytes: dst too short
// overlap subtle.XORBytes: invalid overlap
// 1 0 4 1 0 1 0
// lengths subtle: slices have different lengths
