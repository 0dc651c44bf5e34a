package wrong

func f( {
