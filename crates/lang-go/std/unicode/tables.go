package unicode

// Version is the version of Unicode that the tables are of.
const Version = "15.0.0"

// Categories.
var (
	C      = table("c.C")
	Cc     = table("c.Cc")
	Cf     = table("c.Cf")
	Cn     = table("c.Cn")
	Co     = table("c.Co")
	Cs     = table("c.Cs")
	Digit  = Nd
	L      = table("c.L")
	LC     = table("c.LC")
	Letter = L
	Ll     = table("c.Ll")
	Lm     = table("c.Lm")
	Lo     = table("c.Lo")
	Lower  = Ll
	Lt     = table("c.Lt")
	Lu     = table("c.Lu")
	M      = table("c.M")
	Mark   = M
	Mc     = table("c.Mc")
	Me     = table("c.Me")
	Mn     = table("c.Mn")
	N      = table("c.N")
	Nd     = table("c.Nd")
	Nl     = table("c.Nl")
	No     = table("c.No")
	Number = N
	Other  = C
	P      = table("c.P")
	Pc     = table("c.Pc")
	Pd     = table("c.Pd")
	Pe     = table("c.Pe")
	Pf     = table("c.Pf")
	Pi     = table("c.Pi")
	Po     = table("c.Po")
	Ps     = table("c.Ps")
	Punct  = P
	S      = table("c.S")
	Sc     = table("c.Sc")
	Sk     = table("c.Sk")
	Sm     = table("c.Sm")
	So     = table("c.So")
	Space  = Z
	Symbol = S
	Title  = Lt
	Upper  = Lu
	Z      = table("c.Z")
	Zl     = table("c.Zl")
	Zp     = table("c.Zp")
	Zs     = table("c.Zs")
)

// Scripts.
var (
	Adlam                  = table("s.Adlam")
	Ahom                   = table("s.Ahom")
	Anatolian_Hieroglyphs  = table("s.Anatolian_Hieroglyphs")
	Arabic                 = table("s.Arabic")
	Armenian               = table("s.Armenian")
	Avestan                = table("s.Avestan")
	Balinese               = table("s.Balinese")
	Bamum                  = table("s.Bamum")
	Bassa_Vah              = table("s.Bassa_Vah")
	Batak                  = table("s.Batak")
	Bengali                = table("s.Bengali")
	Bhaiksuki              = table("s.Bhaiksuki")
	Bopomofo               = table("s.Bopomofo")
	Brahmi                 = table("s.Brahmi")
	Braille                = table("s.Braille")
	Buginese               = table("s.Buginese")
	Buhid                  = table("s.Buhid")
	Canadian_Aboriginal    = table("s.Canadian_Aboriginal")
	Carian                 = table("s.Carian")
	Caucasian_Albanian     = table("s.Caucasian_Albanian")
	Chakma                 = table("s.Chakma")
	Cham                   = table("s.Cham")
	Cherokee               = table("s.Cherokee")
	Chorasmian             = table("s.Chorasmian")
	Common                 = table("s.Common")
	Coptic                 = table("s.Coptic")
	Cuneiform              = table("s.Cuneiform")
	Cypriot                = table("s.Cypriot")
	Cypro_Minoan           = table("s.Cypro_Minoan")
	Cyrillic               = table("s.Cyrillic")
	Deseret                = table("s.Deseret")
	Devanagari             = table("s.Devanagari")
	Dives_Akuru            = table("s.Dives_Akuru")
	Dogra                  = table("s.Dogra")
	Duployan               = table("s.Duployan")
	Egyptian_Hieroglyphs   = table("s.Egyptian_Hieroglyphs")
	Elbasan                = table("s.Elbasan")
	Elymaic                = table("s.Elymaic")
	Ethiopic               = table("s.Ethiopic")
	Georgian               = table("s.Georgian")
	Glagolitic             = table("s.Glagolitic")
	Gothic                 = table("s.Gothic")
	Grantha                = table("s.Grantha")
	Greek                  = table("s.Greek")
	Gujarati               = table("s.Gujarati")
	Gunjala_Gondi          = table("s.Gunjala_Gondi")
	Gurmukhi               = table("s.Gurmukhi")
	Han                    = table("s.Han")
	Hangul                 = table("s.Hangul")
	Hanifi_Rohingya        = table("s.Hanifi_Rohingya")
	Hanunoo                = table("s.Hanunoo")
	Hatran                 = table("s.Hatran")
	Hebrew                 = table("s.Hebrew")
	Hiragana               = table("s.Hiragana")
	Imperial_Aramaic       = table("s.Imperial_Aramaic")
	Inherited              = table("s.Inherited")
	Inscriptional_Pahlavi  = table("s.Inscriptional_Pahlavi")
	Inscriptional_Parthian = table("s.Inscriptional_Parthian")
	Javanese               = table("s.Javanese")
	Kaithi                 = table("s.Kaithi")
	Kannada                = table("s.Kannada")
	Katakana               = table("s.Katakana")
	Kawi                   = table("s.Kawi")
	Kayah_Li               = table("s.Kayah_Li")
	Kharoshthi             = table("s.Kharoshthi")
	Khitan_Small_Script    = table("s.Khitan_Small_Script")
	Khmer                  = table("s.Khmer")
	Khojki                 = table("s.Khojki")
	Khudawadi              = table("s.Khudawadi")
	Lao                    = table("s.Lao")
	Latin                  = table("s.Latin")
	Lepcha                 = table("s.Lepcha")
	Limbu                  = table("s.Limbu")
	Linear_A               = table("s.Linear_A")
	Linear_B               = table("s.Linear_B")
	Lisu                   = table("s.Lisu")
	Lycian                 = table("s.Lycian")
	Lydian                 = table("s.Lydian")
	Mahajani               = table("s.Mahajani")
	Makasar                = table("s.Makasar")
	Malayalam              = table("s.Malayalam")
	Mandaic                = table("s.Mandaic")
	Manichaean             = table("s.Manichaean")
	Marchen                = table("s.Marchen")
	Masaram_Gondi          = table("s.Masaram_Gondi")
	Medefaidrin            = table("s.Medefaidrin")
	Meetei_Mayek           = table("s.Meetei_Mayek")
	Mende_Kikakui          = table("s.Mende_Kikakui")
	Meroitic_Cursive       = table("s.Meroitic_Cursive")
	Meroitic_Hieroglyphs   = table("s.Meroitic_Hieroglyphs")
	Miao                   = table("s.Miao")
	Modi                   = table("s.Modi")
	Mongolian              = table("s.Mongolian")
	Mro                    = table("s.Mro")
	Multani                = table("s.Multani")
	Myanmar                = table("s.Myanmar")
	Nabataean              = table("s.Nabataean")
	Nag_Mundari            = table("s.Nag_Mundari")
	Nandinagari            = table("s.Nandinagari")
	New_Tai_Lue            = table("s.New_Tai_Lue")
	Newa                   = table("s.Newa")
	Nko                    = table("s.Nko")
	Nushu                  = table("s.Nushu")
	Nyiakeng_Puachue_Hmong = table("s.Nyiakeng_Puachue_Hmong")
	Ogham                  = table("s.Ogham")
	Ol_Chiki               = table("s.Ol_Chiki")
	Old_Hungarian          = table("s.Old_Hungarian")
	Old_Italic             = table("s.Old_Italic")
	Old_North_Arabian      = table("s.Old_North_Arabian")
	Old_Permic             = table("s.Old_Permic")
	Old_Persian            = table("s.Old_Persian")
	Old_Sogdian            = table("s.Old_Sogdian")
	Old_South_Arabian      = table("s.Old_South_Arabian")
	Old_Turkic             = table("s.Old_Turkic")
	Old_Uyghur             = table("s.Old_Uyghur")
	Oriya                  = table("s.Oriya")
	Osage                  = table("s.Osage")
	Osmanya                = table("s.Osmanya")
	Pahawh_Hmong           = table("s.Pahawh_Hmong")
	Palmyrene              = table("s.Palmyrene")
	Pau_Cin_Hau            = table("s.Pau_Cin_Hau")
	Phags_Pa               = table("s.Phags_Pa")
	Phoenician             = table("s.Phoenician")
	Psalter_Pahlavi        = table("s.Psalter_Pahlavi")
	Rejang                 = table("s.Rejang")
	Runic                  = table("s.Runic")
	Samaritan              = table("s.Samaritan")
	Saurashtra             = table("s.Saurashtra")
	Sharada                = table("s.Sharada")
	Shavian                = table("s.Shavian")
	Siddham                = table("s.Siddham")
	SignWriting            = table("s.SignWriting")
	Sinhala                = table("s.Sinhala")
	Sogdian                = table("s.Sogdian")
	Sora_Sompeng           = table("s.Sora_Sompeng")
	Soyombo                = table("s.Soyombo")
	Sundanese              = table("s.Sundanese")
	Syloti_Nagri           = table("s.Syloti_Nagri")
	Syriac                 = table("s.Syriac")
	Tagalog                = table("s.Tagalog")
	Tagbanwa               = table("s.Tagbanwa")
	Tai_Le                 = table("s.Tai_Le")
	Tai_Tham               = table("s.Tai_Tham")
	Tai_Viet               = table("s.Tai_Viet")
	Takri                  = table("s.Takri")
	Tamil                  = table("s.Tamil")
	Tangsa                 = table("s.Tangsa")
	Tangut                 = table("s.Tangut")
	Telugu                 = table("s.Telugu")
	Thaana                 = table("s.Thaana")
	Thai                   = table("s.Thai")
	Tibetan                = table("s.Tibetan")
	Tifinagh               = table("s.Tifinagh")
	Tirhuta                = table("s.Tirhuta")
	Toto                   = table("s.Toto")
	Ugaritic               = table("s.Ugaritic")
	Vai                    = table("s.Vai")
	Vithkuqi               = table("s.Vithkuqi")
	Wancho                 = table("s.Wancho")
	Warang_Citi            = table("s.Warang_Citi")
	Yezidi                 = table("s.Yezidi")
	Yi                     = table("s.Yi")
	Zanabazar_Square       = table("s.Zanabazar_Square")
)

// Properties.
var (
	ASCII_Hex_Digit                    = table("p.ASCII_Hex_Digit")
	Bidi_Control                       = table("p.Bidi_Control")
	Dash                               = table("p.Dash")
	Deprecated                         = table("p.Deprecated")
	Diacritic                          = table("p.Diacritic")
	Extender                           = table("p.Extender")
	Hex_Digit                          = table("p.Hex_Digit")
	Hyphen                             = table("p.Hyphen")
	IDS_Binary_Operator                = table("p.IDS_Binary_Operator")
	IDS_Trinary_Operator               = table("p.IDS_Trinary_Operator")
	Ideographic                        = table("p.Ideographic")
	Join_Control                       = table("p.Join_Control")
	Logical_Order_Exception            = table("p.Logical_Order_Exception")
	Noncharacter_Code_Point            = table("p.Noncharacter_Code_Point")
	Other_Alphabetic                   = table("p.Other_Alphabetic")
	Other_Default_Ignorable_Code_Point = table("p.Other_Default_Ignorable_Code_Point")
	Other_Grapheme_Extend              = table("p.Other_Grapheme_Extend")
	Other_ID_Continue                  = table("p.Other_ID_Continue")
	Other_ID_Start                     = table("p.Other_ID_Start")
	Other_Lowercase                    = table("p.Other_Lowercase")
	Other_Math                         = table("p.Other_Math")
	Other_Uppercase                    = table("p.Other_Uppercase")
	Pattern_Syntax                     = table("p.Pattern_Syntax")
	Pattern_White_Space                = table("p.Pattern_White_Space")
	Prepended_Concatenation_Mark       = table("p.Prepended_Concatenation_Mark")
	Quotation_Mark                     = table("p.Quotation_Mark")
	Radical                            = table("p.Radical")
	Regional_Indicator                 = table("p.Regional_Indicator")
	STerm                              = table("p.STerm")
	Sentence_Terminal                  = STerm
	Soft_Dotted                        = table("p.Soft_Dotted")
	Terminal_Punctuation               = table("p.Terminal_Punctuation")
	Unified_Ideograph                  = table("p.Unified_Ideograph")
	Variation_Selector                 = table("p.Variation_Selector")
	White_Space                        = table("p.White_Space")
)

// The tables by name, and what case folding adds to some.
var (
	Categories   = tables("c.")
	Scripts      = tables("s.")
	Properties   = tables("p.")
	FoldCategory = tables("f.")
	FoldScript   = tables("g.")
)

// CategoryAliases are longer names of categories.
var CategoryAliases = map[string]string{
	"Cased_Letter":          "LC",
	"Close_Punctuation":     "Pe",
	"Combining_Mark":        "M",
	"Connector_Punctuation": "Pc",
	"Control":               "Cc",
	"Currency_Symbol":       "Sc",
	"Dash_Punctuation":      "Pd",
	"Decimal_Number":        "Nd",
	"Enclosing_Mark":        "Me",
	"Final_Punctuation":     "Pf",
	"Format":                "Cf",
	"Initial_Punctuation":   "Pi",
	"Letter":                "L",
	"Letter_Number":         "Nl",
	"Line_Separator":        "Zl",
	"Lowercase_Letter":      "Ll",
	"Mark":                  "M",
	"Math_Symbol":           "Sm",
	"Modifier_Letter":       "Lm",
	"Modifier_Symbol":       "Sk",
	"Nonspacing_Mark":       "Mn",
	"Number":                "N",
	"Open_Punctuation":      "Ps",
	"Other":                 "C",
	"Other_Letter":          "Lo",
	"Other_Number":          "No",
	"Other_Punctuation":     "Po",
	"Other_Symbol":          "So",
	"Paragraph_Separator":   "Zp",
	"Private_Use":           "Co",
	"Punctuation":           "P",
	"Separator":             "Z",
	"Space_Separator":       "Zs",
	"Spacing_Mark":          "Mc",
	"Surrogate":             "Cs",
	"Symbol":                "S",
	"Titlecase_Letter":      "Lt",
	"Unassigned":            "Cn",
	"Uppercase_Letter":      "Lu",
	"cntrl":                 "Cc",
	"digit":                 "Nd",
	"punct":                 "P",
}
