// n_body steps: the Sun and the four large planets under gravity, time step 0.01, with the Sun's
// momentum offset so that the whole stands still; prints the energy before and after.
// Check: 1000 steps print -0.169075164 and -0.169087605. Default 12000000; the Benchmarks Game uses 50M.
package main

import (
	"fmt"
	"math"
	"os"
	"strconv"
)

const (
	solarMass   = 4 * math.Pi * math.Pi
	daysPerYear = 365.24
)

type body struct {
	x, y, z, vx, vy, vz, mass float64
}

func solarSystem() []body {
	return []body{
		{0, 0, 0, 0, 0, 0, solarMass},
		{
			4.84143144246472082945e+00, -1.16032004402742839362e+00, -1.03622044471123109494e-01,
			1.66007664274403694959e-03 * daysPerYear, 7.69901118419740425080e-03 * daysPerYear, -6.90460016972063023554e-05 * daysPerYear,
			9.54791938424326609124e-04 * solarMass,
		},
		{
			8.34336671824457987790e+00, 4.12479856412430479268e+00, -4.03523417114321381185e-01,
			-2.76742510726411045830e-03 * daysPerYear, 4.99852801234917238958e-03 * daysPerYear, 2.30417297573763929463e-05 * daysPerYear,
			2.85885980666130812119e-04 * solarMass,
		},
		{
			1.28943695621391310164e+01, -1.51111514016986312525e+01, -2.23307578892655734398e-01,
			2.96460137564761618652e-03 * daysPerYear, 2.37847173959480950200e-03 * daysPerYear, -2.96589568540237556131e-05 * daysPerYear,
			4.36624404335156298062e-05 * solarMass,
		},
		{
			1.53796971148509165498e+01, -2.59193146099879641146e+01, 1.79258772950371181757e-01,
			2.68067772490389322072e-03 * daysPerYear, 1.62824170038242295431e-03 * daysPerYear, -9.51592254519715870971e-05 * daysPerYear,
			5.15138902046611451304e-05 * solarMass,
		},
	}
}

func offsetMomentum(bodies []body) {
	var px, py, pz float64
	for i := range bodies {
		b := &bodies[i]
		px += b.vx * b.mass
		py += b.vy * b.mass
		pz += b.vz * b.mass
	}
	sun := &bodies[0]
	sun.vx = -px / solarMass
	sun.vy = -py / solarMass
	sun.vz = -pz / solarMass
}

func energy(bodies []body) float64 {
	var e float64
	for i := range bodies {
		b := &bodies[i]
		e += 0.5 * b.mass * (b.vx*b.vx + b.vy*b.vy + b.vz*b.vz)
		for j := i + 1; j < len(bodies); j++ {
			c := &bodies[j]
			dx := b.x - c.x
			dy := b.y - c.y
			dz := b.z - c.z
			e -= b.mass * c.mass / math.Sqrt(dx*dx+dy*dy+dz*dz)
		}
	}
	return e
}

func advance(bodies []body, dt float64) {
	for i := range bodies {
		b := &bodies[i]
		for j := i + 1; j < len(bodies); j++ {
			c := &bodies[j]
			dx := b.x - c.x
			dy := b.y - c.y
			dz := b.z - c.z
			d2 := dx*dx + dy*dy + dz*dz
			mag := dt / (d2 * math.Sqrt(d2))
			b.vx -= dx * c.mass * mag
			b.vy -= dy * c.mass * mag
			b.vz -= dz * c.mass * mag
			c.vx += dx * b.mass * mag
			c.vy += dy * b.mass * mag
			c.vz += dz * b.mass * mag
		}
	}
	for i := range bodies {
		b := &bodies[i]
		b.x += dt * b.vx
		b.y += dt * b.vy
		b.z += dt * b.vz
	}
}

func main() {
	steps := 12000000
	if len(os.Args) > 1 {
		steps, _ = strconv.Atoi(os.Args[1])
	}
	bodies := solarSystem()
	offsetMomentum(bodies)
	fmt.Printf("%.9f\n", energy(bodies))
	for i := 0; i < steps; i++ {
		advance(bodies, 0.01)
	}
	fmt.Printf("%.9f\n", energy(bodies))
}
