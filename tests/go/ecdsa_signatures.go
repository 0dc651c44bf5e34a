package main

import (
	"crypto"
	"crypto/dsa"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"math/big"
)

func h2b(s string) []byte { b, _ := hex.DecodeString(s); return b }

func main() {
	_ = sha1.Size
	sha512.New()
	sha1.New()
	for i, c := range []elliptic.Curve{elliptic.P224(), elliptic.P256(), elliptic.P384(), elliptic.P521()} {
		n := (c.Params().N.BitLen() + 7) / 8
		raw := make([]byte, n)
		for j := range raw {
			raw[j] = byte(j*7 + i)
		}
		raw[0] = 0
		k, err := ecdsa.ParseRawPrivateKey(c, raw)
		fmt.Println(err)
		fmt.Printf("%x %x %x\n", k.D, k.X, k.Y)
		for _, h := range []crypto.Hash{crypto.SHA256, crypto.SHA512, crypto.SHA1, crypto.SHA384} {
			d := h.New()
			d.Write([]byte("message"))
			sum := d.Sum(nil)
			s, err := k.Sign(nil, sum, h)
			fmt.Printf("%x %v %v\n", s, err, ecdsa.VerifyASN1(&k.PublicKey, sum, s))
			s[len(s)-1] ^= 1
			fmt.Println(ecdsa.VerifyASN1(&k.PublicKey, sum, s))
		}
		sum := sha256.Sum256([]byte("x"))
		s, err := ecdsa.SignASN1(rand.Reader, k, sum[:])
		fmt.Println(err, ecdsa.VerifyASN1(&k.PublicKey, sum[:], s))
		r, ss, err := ecdsa.Sign(rand.Reader, k, sum[:])
		fmt.Println(err, ecdsa.Verify(&k.PublicKey, sum[:], r, ss), ecdsa.Verify(&k.PublicKey, sum[:], ss, r), ecdsa.Verify(&k.PublicKey, sum[:], new(big.Int), ss))
		for j := 0; j < len(s); j += 24 {
			t := append([]byte(nil), s...)
			t[j] ^= 0x20
			if ecdsa.VerifyASN1(&k.PublicKey, sum[:], t) {
				fmt.Println("forged", j)
			}
		}
		g, err := ecdsa.GenerateKey(c, rand.Reader)
		fmt.Println(err, g.Equal(g), g.Equal(k), g.PublicKey.Equal(&g.PublicKey), g.PublicKey.Equal(k.Public()))
		b, err := k.PublicKey.Bytes()
		fmt.Printf("%x %v\n", b, err)
		pk, err := ecdsa.ParseUncompressedPublicKey(c, b)
		fmt.Println(pk.Equal(&k.PublicKey), err)
		for _, bad := range [][]byte{nil, {4}, b[:len(b)-1], append([]byte{2}, b[1:]...), append([]byte{4}, make([]byte, len(b)-1)...)} {
			_, err = ecdsa.ParseUncompressedPublicKey(c, bad)
			fmt.Println(err)
		}
		for _, bad := range [][]byte{nil, raw[1:], make([]byte, n), c.Params().N.Bytes()} {
			_, err = ecdsa.ParseRawPrivateKey(c, bad)
			fmt.Println(err)
		}
		ek, err := k.ECDH()
		fmt.Println(err)
		if err == nil {
			fmt.Printf("%x %x %v\n", ek.Bytes(), ek.PublicKey().Bytes(), ek.Curve())
			o, err := ek.Curve().NewPublicKey(ek.PublicKey().Bytes())
			sec, err2 := ek.ECDH(o)
			fmt.Printf("%x %v %v\n", sec, err, err2)
		}
		ep, err := k.PublicKey.ECDH()
		fmt.Println(ep != nil, err)
		_, err = k.Sign(nil, []byte("short"), crypto.SHA256)
		fmt.Println(err)
		kk := *k
		kk.D = big.NewInt(0)
		_, err = ecdsa.SignASN1(rand.Reader, &kk, sum[:])
		fmt.Println(err)
		_, err = kk.Bytes()
		fmt.Println(err)
		kk.X = big.NewInt(1)
		_, err = kk.PublicKey.Bytes()
		fmt.Println(err, ecdsa.VerifyASN1(&kk.PublicKey, sum[:], s))
	}
	_, err := ecdsa.ParseRawPrivateKey(elliptic.P256().Params(), make([]byte, 32))
	fmt.Println(err)
	_, err = ecdsa.ParseUncompressedPublicKey(elliptic.P256().Params(), []byte{4})
	fmt.Println(err)
	for _, c := range []ecdh.Curve{ecdh.X25519(), ecdh.P256(), ecdh.P384(), ecdh.P521()} {
		for _, n := range []int{0, 31, 32, 33, 48, 66} {
			_, err := c.NewPrivateKey(make([]byte, n))
			fmt.Println(c, err)
			_, err = c.NewPublicKey(make([]byte, n))
			fmt.Println(err)
		}
		a, err := c.GenerateKey(rand.Reader)
		b, err2 := c.GenerateKey(rand.Reader)
		x, err3 := a.ECDH(b.PublicKey())
		y, err4 := b.ECDH(a.PublicKey())
		fmt.Println(err, err2, err3, err4, string(x) == string(y), a.Equal(b), a.Equal(a), a.PublicKey().Equal(a.Public()))
	}
	a, _ := ecdh.X25519().NewPrivateKey(h2b("77076d0a7318a57d3c16c17251b26645df0b6e3fd7f2b1b0c8e4a3b3a6e2f1aa"[:64]))
	fmt.Printf("%x\n", a.PublicKey().Bytes())
	low, _ := ecdh.X25519().NewPublicKey(make([]byte, 32))
	_, err = a.ECDH(low)
	fmt.Println(err)
	p, _ := ecdh.P256().GenerateKey(rand.Reader)
	_, err = a.ECDH(p.PublicKey())
	fmt.Println(err)
	// DSA
	var params dsa.Parameters
	num := func(s string) *big.Int { n, _ := new(big.Int).SetString(s, 16); return n }
	params.P = num("A9B5B793FB4785793D246BAE77E8FF63CA52F442DA763C440259919FE1BC1D6065A9350637A04F75A2F039401D49F08E066C4D275A5A65DA5684BC563C14289D7AB8A67163BFBF79D85972619AD2CFF55AB0EE77A9002B0EF96293BDD0F42685EBB2C66C327079F6C98000FBCB79AACDE1BC6F9D5C7B1A97E3D9D54ED7951FEF")
	params.Q = num("E1D3391245933D68A0714ED34BBCB7A1F422B9C1")
	params.G = num("634364FC25248933D01D1993ECABD0657CC0CB2CEED7ED2E3E8AECDFCDC4A25C3B15E9E3B163ACA2984B5539181F3EFF1A5E8903D71D5B95DA4F27202B77D2C44B430BB53741A8D59A8F86887525C9F2A6A5980A195EAA7F2FF910064301DEF89D3AA213E1FAC7768D89365318E370AF54A112EFBA9246D9158386BA1B4EEFDA")
	dk := dsa.PrivateKey{PublicKey: dsa.PublicKey{Parameters: params}}
	fmt.Println(dsa.GenerateKey(&dk, rand.Reader))
	sum := sha1.Sum([]byte("m"))
	r, s, err := dsa.Sign(rand.Reader, &dk, sum[:])
	fmt.Println(err, dsa.Verify(&dk.PublicKey, sum[:], r, s), dsa.Verify(&dk.PublicKey, sum[:], s, r))
	fmt.Println(dsa.GenerateKey(&dsa.PrivateKey{}, rand.Reader), dsa.GenerateParameters(&params, rand.Reader, 9))
}

// Output:
// <nil>
// 70e151c232a31383f464d545b626970777e858c939aa1a8afb6bd c847c291839b8832ec628d2100834741c5d77a6704e708daeccade42 cfbc62f998c03e9c4cd97fb033a8551bdbd08f71e73becf9240638c6
// 303d021d00caa0a881a047632ef979a8d9a78e5e30dfdc0932c08f515ccd45443e021c7655f0d9dd8efb47eba089aaedf5870c1ec5f4b440f937e0cace8a68 <nil> true
// false
// 303d021d00b443ea21acd936c84fe26bbe5500031dee7225b7cf0c7537b464255a021c7e7e0127df4adc9d6ce2fdc65a0faf81c354f433f71ce80ba7f09963 <nil> true
// false
// 303d021c68b810ab8f3e68e4b64a66bcc49503163aa04256ce4791c12857bad2021d00c1a364aebfe8494c74610df373b67e1829da39edf6b8bd4daf948dbc <nil> true
// false
// 303d021d00fef780cf59f5f8c86117c28bb3765df35fa73825ce1fafc58a76c7ed021c688d0ff4102d2824f96b27542b39b6603106145c7a54610235909a5f <nil> true
// false
// <nil> true
// <nil> true false false
// <nil> true false true false
// 04c847c291839b8832ec628d2100834741c5d77a6704e708daeccade42cfbc62f998c03e9c4cd97fb033a8551bdbd08f71e73becf9240638c6 <nil>
// true <nil>
// ecdsa: invalid uncompressed public key
// invalid P224 point encoding
// invalid P224 point encoding
// ecdsa: invalid uncompressed public key
// P224 point not on curve
// invalid scalar length
// invalid scalar length
// ecdsa: invalid public key encoding
// ecdsa: invalid public key encoding
// ecdsa: unsupported curve by crypto/ecdh
// false ecdsa: unsupported curve by crypto/ecdh
// ecdsa: hash length does not match hash function
// ecdsa: private key scalar is zero or negative
// ecdsa: private key scalar is zero or negative
// P224 point not on curve false
// <nil>
// 80f161d242b323940474e555c636a71787f868d949ba2a9b0b7bec5ccd3da 9feeecc50740cf4fb9537be82865b3afd9a59e1c1bdee0026c83cecfacb9c950 42f2b8ec6a870966fed292d8f6c3ae8ffd1249bd6ec2be43e4f01beb803f3bbe
// 3045022063eee9dc27ecaa2c9d7e1aa35306f4c3c087b2b1e401c264fd57f2445546a6c90221009ced172f7bcd00823ae87b541d04055ef5f5b7baafc7f4fa802f1db3eb86eb1e <nil> true
// false
// 30460221008bbd3187169e8efefb5a041643808d57c4f82e24da6dd07f49ccc1c83d79d11502210097c377c2009cda454fc4ad09e710087224336af6995dd8945f4a87b2d24c9b86 <nil> true
// false
// 3045022071023ac6d97b37490ab754a4bf823de66324b4cb7a21610cd1d5ee26af5cc6e9022100fe76d4d1f523050f1eee94eacfb84bc8ed1f836d9c936aec6daf16558f9c2058 <nil> true
// false
// 3045022100d09a7876bc1fbd74db17b02fa9c6cfc83a6476d445bf3982abef71db2bef4f4c02207eb96ab5eccdd7838050537051ed1f1d4e20d04797313bed649e8adb5e65e4e2 <nil> true
// false
// <nil> true
// <nil> true false false
// <nil> true false true false
// 049feeecc50740cf4fb9537be82865b3afd9a59e1c1bdee0026c83cecfacb9c95042f2b8ec6a870966fed292d8f6c3ae8ffd1249bd6ec2be43e4f01beb803f3bbe <nil>
// true <nil>
// ecdsa: invalid uncompressed public key
// invalid P256 point encoding
// invalid P256 point encoding
// ecdsa: invalid uncompressed public key
// P256 point not on curve
// invalid scalar length
// invalid scalar length
// ecdsa: invalid public key encoding
// ecdsa: invalid public key encoding
// <nil>
// 00080f161d242b323940474e555c636a71787f868d949ba2a9b0b7bec5ccd3da 049feeecc50740cf4fb9537be82865b3afd9a59e1c1bdee0026c83cecfacb9c95042f2b8ec6a870966fed292d8f6c3ae8ffd1249bd6ec2be43e4f01beb803f3bbe P-256
// 8c3fda50febb0744c9168c02fe2612827a3fb220c431aedae4ca1c74b8dabf03 <nil> <nil>
// true <nil>
// ecdsa: hash length does not match hash function
// ecdsa: private key scalar is zero or negative
// ecdsa: private key scalar is zero or negative
// P256 point not on curve false
// <nil>
// 910171e252c333a41484f565d646b727980878e959ca3aab1b8bfc6cdd4dbe2e9f0f7fe050c131a21282f363d444b b8686b44ae1ed5caced0ba46e5edbe210fd48a57097b2483c044abdd99aa6c679958046f1293d54ced257bdcb1bbe50 57b40025a7fa2c846ec7278ddec699fc666b65346f24e5a4738d88c35e711cf0ede38cbce34258a2a9a4ec1ddf325676
// 3066023100d0c7a45d50b0c77bc44a3b56a2ec1b35ebeac87d5ec22eb1306f40e88e77cb78190d8ef5bbf486ebe96a0ae3f52b1b1a023100af5da410b45f48e58017e2d8b8c83fda8ba792e79e260d930fe0be3e822b037ccffcc20006bafb646cb218cd3f74f45c <nil> true
// false
// 30650230381927033c17ec90e3e9cd26f10acd34000f630c591838a04d8655f715cd26695fe2abaf341a2d1d2f89753da77a2eec023100f681ed7624ed6f6c60bf80f9bf903658fa6a2078435e005ad8a1fbc7150c600a91fb4a34f5db5b5c2afedee5b24f110a <nil> true
// false
// 30650231009633f314dc1376a4be000946bca32e095380d3ebfed5ee617a38e2310a2a9a29e555e2d8a140ac3bf31a8c3c6ba75a270230268d3a16013ca48b22ab4d564dfee02a80a6f91f4fafba24beec1e6c1ea010ba6103899bae0edbc6ca2ab2a2502e5ac2 <nil> true
// false
// 30660231008859ccb46bb340efa311f568c798f6ffeaf260dd414243f4abe4f3330e3f8e0e3071a30de2e3f08c3349689b9ab9513b023100d3ecd74bfba7639ebc060acbcaf496be8dcfaeee56d8fac117d9d5a7cb10506d0312190e736ef535e81afc81ffe7a637 <nil> true
// false
// <nil> true
// <nil> true false false
// <nil> true false true false
// 040b8686b44ae1ed5caced0ba46e5edbe210fd48a57097b2483c044abdd99aa6c679958046f1293d54ced257bdcb1bbe5057b40025a7fa2c846ec7278ddec699fc666b65346f24e5a4738d88c35e711cf0ede38cbce34258a2a9a4ec1ddf325676 <nil>
// true <nil>
// ecdsa: invalid uncompressed public key
// invalid P384 point encoding
// invalid P384 point encoding
// ecdsa: invalid uncompressed public key
// P384 point not on curve
// invalid scalar length
// invalid scalar length
// ecdsa: invalid public key encoding
// ecdsa: invalid public key encoding
// <nil>
// 000910171e252c333a41484f565d646b727980878e959ca3aab1b8bfc6cdd4dbe2e9f0f7fe050c131a21282f363d444b 040b8686b44ae1ed5caced0ba46e5edbe210fd48a57097b2483c044abdd99aa6c679958046f1293d54ced257bdcb1bbe5057b40025a7fa2c846ec7278ddec699fc666b65346f24e5a4738d88c35e711cf0ede38cbce34258a2a9a4ec1ddf325676 P-384
// 824fce6d7dcd8259ac5853de817bcf5bb266df4ce4ec7f26510b76d5b6323f6c9c955e304bf97e46cbf59bde703b8120 <nil> <nil>
// true <nil>
// ecdsa: hash length does not match hash function
// ecdsa: private key scalar is zero or negative
// ecdsa: private key scalar is zero or negative
// P384 point not on curve false
// <nil>
// a11181f262d343b424950575e656c737a81888f969da4abb2b9c0c7ced5dce3eaf1f8ff060d141b222930373e454c535a61686f767d848b9299a0a7aeb5bcc3ca 14959c0e3205b30da33e01f42eda4319b78459d2eed56a8de60b05faf9a526d6881154fcbae8172b7de3e1ada95c9c199ec90e99cff24daee891de4d1297bf16fbb ca4b0eba0e477806f4b4266dd9410e09615a30c761675c5e7cc3db93895098c0be866d86c4e31933861c9aae8645e26d55f1cdc750abf7f68f8f34ceebcca7e3a1
// 308188024201b97179567432b9fd7fcf4a25435677f4a4f356097fa2ee30094ca9e4ac60600b15a7a8d8b28008437776d10897737f04bbe329be4b5a56122f7c431bd4cff4d5bf024201a8f3c91520cce21f572c6c800c37e920b95a7259a8b3bd37704d4216ae6706ead10947b728fb49079901075efbf3ff978f93de6c92fc7f221a5cc11cc8199de741 <nil> true
// false
// 30818802420162f6de0a4b741ee2d19dcaea134b6ee939ba52ac59f6af84942c258f8e69c089f84a3c25f309ea88d19ba810e3896c0c4229d1b2414ff8714e998f2e851a5934a60242009ec5fd7348fa3776792741c6aea8f3214ff12d9075ea021abedcd53a2c47fcf6eb0cb6a401072d8f3f8579c95537aaef5701aa52e5e3aa351b0b67027428960773 <nil> true
// false
// 30818702410d162923a3c51fa405ef4b8c7775d559273c336046cce100f8e0e16774bfadf0b4b266457bb17cc6a41394f753d1391d7cccf112f0c0ad1c8a8fac3bfcced0a1b302420167bde54f740f14c30d797a7620ea64068a6981f2509d09992ae7a16537f3e8afa8141f52d5fde3d56fc779f6f8998fdb15371f0dc739ea1abd205ff8faaf649b67 <nil> true
// false
// 3081860241377ab82313ddedd2be364813fbf9c91c08c8494cccd8099337b6c7271558f1e454e42eb034f633bfb8d7fbb623cb1870f8b549114a05c988ef365405675b96e7bc02417c1461bb4fbf412fb1171a9e3ee99a0f4d38b8e158a9847a529516665015e37df2e0c695fe7f5af12932e84dd6953d1c15ced58d5986c061d09e7e09da7e2d2786 <nil> true
// false
// <nil> true
// <nil> true false false
// <nil> true false true false
// 04014959c0e3205b30da33e01f42eda4319b78459d2eed56a8de60b05faf9a526d6881154fcbae8172b7de3e1ada95c9c199ec90e99cff24daee891de4d1297bf16fbb00ca4b0eba0e477806f4b4266dd9410e09615a30c761675c5e7cc3db93895098c0be866d86c4e31933861c9aae8645e26d55f1cdc750abf7f68f8f34ceebcca7e3a1 <nil>
// true <nil>
// ecdsa: invalid uncompressed public key
// invalid P521 point encoding
// invalid P521 point encoding
// ecdsa: invalid uncompressed public key
// P521 point not on curve
// invalid scalar length
// invalid scalar length
// ecdsa: invalid public key encoding
// ecdsa: invalid public key encoding
// <nil>
// 000a11181f262d343b424950575e656c737a81888f969da4abb2b9c0c7ced5dce3eaf1f8ff060d141b222930373e454c535a61686f767d848b9299a0a7aeb5bcc3ca 04014959c0e3205b30da33e01f42eda4319b78459d2eed56a8de60b05faf9a526d6881154fcbae8172b7de3e1ada95c9c199ec90e99cff24daee891de4d1297bf16fbb00ca4b0eba0e477806f4b4266dd9410e09615a30c761675c5e7cc3db93895098c0be866d86c4e31933861c9aae8645e26d55f1cdc750abf7f68f8f34ceebcca7e3a1 P-521
// 01255b4a9ce3e12c08e7afb992925e759074b25e13087920a8f39d838c6b1f6bc897fbbe3d9199fb7d73a81013dea2c5ddd18b1290621938aec639b6112f2c3ae378 <nil> <nil>
// true <nil>
// ecdsa: hash length does not match hash function
// ecdsa: private key scalar is zero or negative
// ecdsa: private key scalar is zero or negative
// P521 point not on curve false
// ecdsa: curve not supported by ParseRawPrivateKey
// ecdsa: curve not supported by ParseUncompressedPublicKey
// X25519 crypto/ecdh: invalid private key size
// crypto/ecdh: invalid public key
// X25519 crypto/ecdh: invalid private key size
// crypto/ecdh: invalid public key
// X25519 <nil>
// <nil>
// X25519 crypto/ecdh: invalid private key size
// crypto/ecdh: invalid public key
// X25519 crypto/ecdh: invalid private key size
// crypto/ecdh: invalid public key
// X25519 crypto/ecdh: invalid private key size
// crypto/ecdh: invalid public key
// <nil> <nil> <nil> <nil> true false true true
// P-256 crypto/ecdh: invalid private key
// crypto/ecdh: invalid public key
// P-256 crypto/ecdh: invalid private key
// crypto/ecdh: invalid public key
// P-256 crypto/ecdh: invalid private key
// crypto/ecdh: invalid public key
// P-256 crypto/ecdh: invalid private key
// crypto/ecdh: invalid public key
// P-256 crypto/ecdh: invalid private key
// crypto/ecdh: invalid public key
// P-256 crypto/ecdh: invalid private key
// crypto/ecdh: invalid public key
// <nil> <nil> <nil> <nil> true false true true
// P-384 crypto/ecdh: invalid private key
// crypto/ecdh: invalid public key
// P-384 crypto/ecdh: invalid private key
// crypto/ecdh: invalid public key
// P-384 crypto/ecdh: invalid private key
// crypto/ecdh: invalid public key
// P-384 crypto/ecdh: invalid private key
// crypto/ecdh: invalid public key
// P-384 crypto/ecdh: invalid private key
// crypto/ecdh: invalid public key
// P-384 crypto/ecdh: invalid private key
// crypto/ecdh: invalid public key
// <nil> <nil> <nil> <nil> true false true true
// P-521 crypto/ecdh: invalid private key
// crypto/ecdh: invalid public key
// P-521 crypto/ecdh: invalid private key
// crypto/ecdh: invalid public key
// P-521 crypto/ecdh: invalid private key
// crypto/ecdh: invalid public key
// P-521 crypto/ecdh: invalid private key
// crypto/ecdh: invalid public key
// P-521 crypto/ecdh: invalid private key
// crypto/ecdh: invalid public key
// P-521 crypto/ecdh: invalid private key
// crypto/ecdh: invalid public key
// <nil> <nil> <nil> <nil> true false true true
// 009387c0452c7f6808adde6d8ebfca82ec13dd0b3100f0cf468ef6d0f7f5f406
// crypto/ecdh: bad X25519 remote ECDH input: low order point
// crypto/ecdh: private key and public key curves do not match
// <nil>
// <nil> true false
// crypto/dsa: parameters not set up before generating key crypto/dsa: invalid ParameterSizes
