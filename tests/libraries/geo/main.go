// Geometry on the sphere with golang/geo: cells, coverings, loops, polygons, indexes, queries, exact predicates.
package main

import (
	"bytes"
	"fmt"
	"math"

	"github.com/golang/geo/r1"
	"github.com/golang/geo/r2"
	"github.com/golang/geo/r3"
	"github.com/golang/geo/s1"
	"github.com/golang/geo/s2"
)

type random uint64

func (r *random) next(n int) int {
	*r = *r*6364136223846793005 + 1442695040888963407
	return int(uint64(*r)>>33) % n
}

func (r *random) float() float64 { return float64(r.next(1<<30)) / (1 << 30) }

func (r *random) point() s2.Point {
	return s2.PointFromCoords(2*r.float()-1, 2*r.float()-1, 2*r.float()-1)
}

// show prints few enough digits to hold wherever a multiplication and an addition are fused.
func show(label string, values ...float64) {
	fmt.Print(label)
	for _, v := range values {
		fmt.Printf(" %.9g", v)
	}
	fmt.Println()
}

func cells(r *random) {
	for i := 0; i < 40; i++ {
		p := r.point()
		id := s2.CellFromPoint(p).ID().Parent(r.next(25))
		cell := s2.CellFromCellID(id)
		ll := id.LatLng()
		fmt.Println(id, id.ToToken(), id.Level(), id.Face(), cell.ContainsPoint(p), ll.IsValid(), id.IsLeaf())
		show(" area", cell.ApproxArea()*1e6, cell.ExactArea()*1e6, ll.Lat.Degrees(), ll.Lng.Degrees())
		for _, n := range id.EdgeNeighbors() {
			fmt.Print(" ", n.ToToken())
		}
		fmt.Println(" ", id.Next().ToToken(), id.Prev().ToToken(), id.RangeMin().ToToken(), id.ChildBegin().IsValid())
	}
}

func coverings(r *random) {
	for i := 0; i < 12; i++ {
		coverer := &s2.RegionCoverer{MinLevel: 2 + r.next(3), MaxLevel: 10 + r.next(8), LevelMod: 1 + r.next(2), MaxCells: 4 + r.next(12)}
		cap := s2.CapFromCenterAngle(r.point(), s1.Angle(r.float()*0.3+0.01))
		covering := coverer.Covering(cap)
		interior := coverer.InteriorCovering(cap)
		fmt.Println(len(covering), len(interior), covering.IsValid(), covering.IsNormalized())
		for _, id := range covering {
			fmt.Print(" ", id.ToToken())
		}
		fmt.Println()
		union := s2.CellUnionFromUnion(covering, interior)
		difference := s2.CellUnionFromDifference(covering, interior)
		fmt.Println(len(union), len(difference), union.LeafCellsCovered(), difference.LeafCellsCovered(), covering.Contains(interior))
		rect := cap.RectBound()
		show(" bound", rect.Lo().Lat.Degrees(), rect.Lo().Lng.Degrees(), rect.Hi().Lat.Degrees(), rect.Hi().Lng.Degrees(), cap.Area())
		var encoded bytes.Buffer
		if err := covering.Encode(&encoded); err != nil {
			fmt.Println(err)
		}
		var decoded s2.CellUnion
		fmt.Println(encoded.Len(), decoded.Decode(&encoded), decoded.Equal(covering))
	}
}

func regular(center s2.Point, radius float64, n int) *s2.Loop {
	return s2.RegularLoop(center, s1.Angle(radius), n)
}

func polygons(r *random) {
	for i := 0; i < 15; i++ {
		center := r.point()
		outer := regular(center, 0.2+r.float()*0.2, 5+r.next(30))
		hole := regular(center, 0.05+r.float()*0.05, 3+r.next(20))
		hole.Invert()
		polygon := s2.PolygonFromLoops([]*s2.Loop{outer, hole})
		inside := 0
		for k := 0; k < 60; k++ {
			p := s2.InterpolateAtDistance(s1.Angle(r.float()*0.5), center, r.point())
			if polygon.ContainsPoint(p) {
				inside++
			}
		}
		fmt.Println(polygon.NumLoops(), polygon.NumEdges(), polygon.Validate(), inside, outer.IsNormalized(), outer.ContainsPoint(center))
		centroid := s2.Point{Vector: polygon.Centroid().Normalize()}
		show(" area", polygon.Area(), outer.Area(), hole.TurningAngle(), float64(centroid.Distance(center)))
		fmt.Println(" ", outer.Intersects(regular(r.point(), 0.5, 8)), outer.Contains(regular(center, 0.01, 6)), s2.PolygonFromLoops([]*s2.Loop{outer}).NumEdges())
		var encoded bytes.Buffer
		if err := polygon.Encode(&encoded); err != nil {
			fmt.Println(err)
		}
		size := encoded.Len()
		var decoded s2.Polygon
		fmt.Println(" ", size, decoded.Decode(&encoded), decoded.NumLoops(), decoded.ContainsPoint(center))
	}
}

func indexes(r *random) {
	index := s2.NewShapeIndex()
	for i := 0; i < 25; i++ {
		loop := regular(r.point(), 0.02+r.float()*0.1, 4+r.next(12))
		index.Add(loop)
	}
	var line s2.Polyline
	for i := 0; i < 20; i++ {
		line = append(line, r.point())
	}
	index.Add(&line)
	index.Build()
	fmt.Println(index.Len(), index.NumEdges())
	closest := s2.NewClosestEdgeQuery(index, s2.NewClosestEdgeQueryOptions().MaxResults(3).IncludeInteriors(true))
	furthest := s2.NewFurthestEdgeQuery(index, s2.NewFurthestEdgeQueryOptions().MaxResults(1))
	contains := s2.NewContainsPointQuery(index, s2.VertexModelSemiOpen)
	crossing := s2.NewCrossingEdgeQuery(index)
	for i := 0; i < 40; i++ {
		p, q := r.point(), r.point()
		for _, result := range closest.FindEdges(s2.NewMinDistanceToPointTarget(p)) {
			fmt.Printf("  %d/%d %.7f", result.ShapeID(), result.EdgeID(), float64(result.Distance()))
		}
		for _, result := range furthest.FindEdges(s2.NewMaxDistanceToPointTarget(p)) {
			fmt.Printf("  far %d/%d %.7f", result.ShapeID(), result.EdgeID(), float64(result.Distance()))
		}
		crossings := 0
		for _, edges := range crossing.CrossingsEdgeMap(p, q, s2.CrossingTypeAll) {
			crossings += len(edges)
		}
		fmt.Println(" ", contains.Contains(p), len(contains.ContainingShapes(p)), crossings)
	}
}

func predicates(r *random) {
	signs := map[s2.Direction]int{}
	for i := 0; i < 400; i++ {
		a, b := r.point(), r.point()
		c := s2.Interpolate(r.float(), a, b)
		switch r.next(3) {
		case 0:
			c = r.point()
		case 1:
			c = s2.Point{Vector: c.Add(r3.Vector{X: 1e-16 * r.float()})}
		}
		d := s2.RobustSign(a, b, c)
		signs[d]++
		if d != s2.RobustSign(b, c, a) || d != -s2.RobustSign(b, a, c) {
			fmt.Println("sign is not cyclic", a, b, c)
		}
		e, f := r.point(), r.point()
		if s2.CrossingSign(a, b, e, f) == s2.Cross {
			x := s2.Intersection(a, b, e, f)
			if i%7 == 0 {
				show("cross", x.X, x.Y, x.Z)
			}
		}
		if i%20 == 0 {
			show("distance", float64(a.Distance(b)), float64(s2.DistanceFromSegment(e, a, b)), s2.Angle(a, b, e).Degrees(), s2.PointArea(a, b, e), s2.GirardArea(a, b, e))
		}
	}
	fmt.Println(len(signs), signs[s2.CounterClockwise] > 100, signs[s2.Clockwise] > 100)
	// Three points on one great circle, told apart by exact arithmetic and symbolic perturbation.
	p, q := s2.PointFromCoords(1, 0, 0), s2.PointFromCoords(0, 1, 0)
	for _, angle := range []float64{0.1, 1, 2, 3} {
		m := s2.PointFromCoords(math.Cos(angle), math.Sin(angle), 0)
		fmt.Print(s2.RobustSign(p, q, m), " ", s2.OrderedCCW(p, m, q, s2.OriginPoint()), " ")
	}
	fmt.Println()
	v := r3.NewPreciseVector(1.5, -2.25, 1e-30)
	w := r3.NewPreciseVector(3, 1e20, 7)
	fmt.Println(v.Dot(w).Text('g', 40), v.Cross(w).Vector(), v.Norm2().Text('p', 0))
}

func lines(r *random) {
	for i := 0; i < 10; i++ {
		var points []s2.LatLng
		lat, lng := r.float()*120-60, r.float()*300-150
		for k := 0; k < 30; k++ {
			lat, lng = lat+r.float()-0.5, lng+r.float()-0.4
			points = append(points, s2.LatLngFromDegrees(lat, lng))
		}
		line := s2.PolylineFromLatLngs(points)
		simple := line.SubsampleVertices(s1.Angle(0.004))
		middle, next := line.Interpolate(0.5)
		projected, at := line.Project(r.point())
		show("line", float64(line.Length()), line.Uninterpolate(middle, next), float64(next), float64(at), middle.X, projected.Z)
		fmt.Println(len(simple), simple[:4], line.CapBound().IsValid(), s2.LatLngFromPoint(line.Centroid()).IsValid())
		hull := s2.NewConvexHullQuery()
		hull.AddPolyline(line)
		loop := hull.ConvexHull()
		fmt.Println(loop.NumVertices(), loop.ContainsPoint(middle), loop.Validate())
		tessellator := s2.NewEdgeTessellator(s2.NewPlateCarreeProjection(180), s1.Angle(0.0005))
		plane := tessellator.AppendProjected((*line)[0], (*line)[29], nil)
		fmt.Println(len(plane), len(tessellator.AppendUnprojected(plane[0], r2.Point{X: plane[0].X + 10, Y: plane[0].Y}, nil)))
	}
}

func small() {
	a, b := r1.Interval{Lo: 0, Hi: 2}, r1.Interval{Lo: 1.5, Hi: 4}
	fmt.Println(a.Intersection(b), a.Union(b), a.Contains(2), a.InteriorContains(2), a.Intersects(b), a.Expanded(0.5), r1.EmptyInterval().IsEmpty())
	c, d := s1.IntervalFromEndpoints(3, -3), s1.IntervalFromEndpoints(-0.5, 0.5)
	fmt.Println(c, d, c.IsInverted(), c.Length(), c.Union(d), c.Complement(), d.Contains(0), c.Contains(math.Pi), c.Expanded(1))
	rect := r2.RectFromPoints(r2.Point{X: 1, Y: 2}, r2.Point{X: -1, Y: 5}, r2.Point{X: 0.5, Y: 9})
	fmt.Println(rect, rect.Center(), rect.Size(), rect.ContainsPoint(r2.Point{X: 0, Y: 6}), rect.Vertices())
	for _, degrees := range []float64{0, 45, 90.5, 180, 270.25, -720.125} {
		angle := s1.Angle(degrees) * s1.Degree
		fmt.Print(angle, " ", angle.E6(), " ", angle.Normalized(), " ", s1.ChordAngleFromAngle(angle.Abs()), "; ")
	}
	fmt.Println()
	for _, level := range []int{0, 5, 12, 29} {
		fmt.Print(s2.AvgAreaMetric.Value(level) > 0, " ", s2.MinWidthMetric.MaxLevel(math.Ldexp(1, -level)), " ", s2.MaxDiagMetric.MinLevel(math.Ldexp(1, -level)), "; ")
	}
	fmt.Println()
}

func main() {
	r := random(3)
	small()
	cells(&r)
	coverings(&r)
	polygons(&r)
	indexes(&r)
	predicates(&r)
	lines(&r)
}
