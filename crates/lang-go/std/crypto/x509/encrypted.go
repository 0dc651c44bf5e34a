package x509

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/des"
	"crypto/md5"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"io"
	"strings"
)

var pemCiphers = []struct {
	id        PEMCipher
	name      string
	make      func([]byte) (cipher.Block, error)
	key, size int
}{
	{PEMCipherDES, "DES-CBC", des.NewCipher, 8, des.BlockSize},
	{PEMCipher3DES, "DES-EDE3-CBC", des.NewTripleDESCipher, 24, des.BlockSize},
	{PEMCipherAES128, "AES-128-CBC", aes.NewCipher, 16, aes.BlockSize},
	{PEMCipherAES192, "AES-192-CBC", aes.NewCipher, 24, aes.BlockSize},
	{PEMCipherAES256, "AES-256-CBC", aes.NewCipher, 32, aes.BlockSize},
}

// IsEncryptedPEMBlock reports whether the block has a header that says how it is encrypted.
func IsEncryptedPEMBlock(b *pem.Block) bool {
	_, ok := b.Headers["DEK-Info"]
	return ok
}

// derive makes a key as OpenSSL does: digests of what came before, the password and the salt, one after another.
func derive(password, salt []byte, size int) []byte {
	var key, last []byte
	for len(key) < size {
		h := md5.New()
		h.Write(last)
		h.Write(password)
		h.Write(salt)
		last = h.Sum(nil)
		key = append(key, last...)
	}
	return key[:size]
}

// DecryptPEMBlock decrypts a block (RFC 1423). A wrong password is not always noticed.
func DecryptPEMBlock(b *pem.Block, password []byte) ([]byte, error) {
	info, ok := b.Headers["DEK-Info"]
	if !ok {
		return nil, errors.New("x509: no DEK-Info header in block")
	}
	mode, hexIV, ok := strings.Cut(info, ",")
	if !ok {
		return nil, errors.New("x509: malformed DEK-Info header")
	}
	for _, c := range pemCiphers {
		if c.name != mode {
			continue
		}
		iv, err := hex.DecodeString(hexIV)
		if err != nil {
			return nil, err
		}
		if len(iv) != c.size {
			return nil, errors.New("x509: incorrect IV size")
		}
		block, err := c.make(derive(password, iv[:8], c.key))
		if err != nil {
			return nil, err
		}
		if len(b.Bytes)%c.size != 0 {
			return nil, errors.New("x509: encrypted PEM data is not a multiple of the block size")
		}
		data := make([]byte, len(b.Bytes))
		cipher.NewCBCDecrypter(block, iv).CryptBlocks(data, b.Bytes)
		return unpad(data, c.size)
	}
	return nil, errors.New("x509: unknown encryption mode")
}

func unpad(data []byte, size int) ([]byte, error) {
	n := len(data)
	if n == 0 {
		return nil, errors.New("x509: invalid padding")
	}
	last := int(data[n-1])
	if n < last || last == 0 || last > size {
		return nil, IncorrectPasswordError
	}
	for _, c := range data[n-last:] {
		if int(c) != last {
			return nil, IncorrectPasswordError
		}
	}
	return data[:n-last], nil
}

// EncryptPEMBlock makes an encrypted block (RFC 1423).
func EncryptPEMBlock(rand io.Reader, blockType string, data, password []byte, alg PEMCipher) (*pem.Block, error) {
	for _, c := range pemCiphers {
		if c.id != alg {
			continue
		}
		iv := make([]byte, c.size)
		if _, err := io.ReadFull(rand, iv); err != nil {
			return nil, errors.New("x509: cannot generate IV: " + err.Error())
		}
		block, err := c.make(derive(password, iv[:8], c.key))
		if err != nil {
			return nil, err
		}
		pad := c.size - len(data)%c.size
		out := append(make([]byte, 0, len(data)+pad), data...)
		for range pad {
			out = append(out, byte(pad))
		}
		cipher.NewCBCEncrypter(block, iv).CryptBlocks(out, out)
		headers := map[string]string{"Proc-Type": "4,ENCRYPTED", "DEK-Info": c.name + "," + hex.EncodeToString(iv)}
		return &pem.Block{Type: blockType, Headers: headers, Bytes: out}, nil
	}
	return nil, errors.New("x509: unknown encryption mode")
}
