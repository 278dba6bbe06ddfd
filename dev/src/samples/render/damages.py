"""Puts damages on a car: bends its metal, and lays scratches, cracks and holes on its surface.

Each damage has a place (`at`, metres), the direction it is looked at from (`from`), and a seed: the same file gives the
same car.
"""
import math
import random

import bmesh
import bpy
from mathutils import Vector, noise
from mathutils.bvhtree import BVHTree

CELL = .008
FAR = 4


def put_on(things, wanted):
    body = [thing for thing in things if 'heel' not in thing.name]
    for thing in body:
        drop_normals(thing)
    # Metal first: what lies on it follows its new shape.
    for damage in wanted:
        for bend in damage.get('bends', []):
            bend_metal(body, bend)
    surface = Surface(body)
    for damage in wanted:
        for number, mark in enumerate(damage.get('marks', [])):
            MARKS[mark['kind']](surface, mark, random.Random(f"{damage['name']} {number}"))


def drop_normals(thing):
    """The normals that came with the file would keep the light of the undamaged shape."""
    bpy.context.view_layer.objects.active = thing
    bpy.ops.mesh.customdata_custom_splitnormals_clear()


class Surface:
    """The outside of the car, to be hit from far away."""

    def __init__(self, things):
        points, faces = [], []
        for thing in things:
            first = len(points)
            points += [vertex.co.copy() for vertex in thing.data.vertices]
            faces += [[first + index for index in polygon.vertices] for polygon in thing.data.polygons]
        self.tree = BVHTree.FromPolygons(points, faces)

    def hit(self, point, outward):
        place, normal, _, _ = self.tree.ray_cast(point + outward * FAR, -outward)
        if place is None:
            return None, None
        return place, normal if normal.dot(outward) > 0 else -normal


class Spot:
    """A flat sheet before the surface, with `across` level and `up` upright; what is drawn on it is draped over the car."""

    def __init__(self, surface, mark):
        self.surface, self.outward = surface, Vector(mark['from']).normalized()
        self.middle = Vector(mark['at'])
        level = Vector((0, 0, 1)).cross(self.outward)
        level = level.normalized() if level.length > .1 else Vector((1, 0, 0))
        turn = math.radians(mark.get('turn', 0))
        upright = self.outward.cross(level)
        self.across = level * math.cos(turn) + upright * math.sin(turn)
        self.up = upright * math.cos(turn) - level * math.sin(turn)

    def drape(self, across, up, lift):
        place, normal = self.surface.hit(self.middle + self.across * across + self.up * up, self.outward)
        return None if place is None else place + normal * lift


def bend_metal(things, bend):
    outward = Vector(bend['from']).normalized()
    place, _ = Surface(things).hit(Vector(bend['at']), outward)
    across, up = bend['size']
    sheet = Spot(None, bend)

    def depth_at(point):
        away = point - place
        x, y = away.dot(sheet.across) / (across / 2), away.dot(sheet.up) / (up / 2)
        far = math.hypot(x, y)
        if far >= 1 or abs(away.dot(outward)) > .35:
            return 0
        bowl = (1 - far * far) ** 2
        # Pushed metal folds: sharp ridges that run out towards the rim.
        fold = abs(noise.noise(Vector((x, y, bend.get('seed', 0))) * bend.get('fold', 1.6)))
        return bend['depth'] * bowl * (1 - bend.get('crumple', .5) * fold * 2)

    for thing in things:
        mesh = bmesh.new()
        mesh.from_mesh(thing.data)
        refine(mesh, place, max(across, up) / 2 * 1.15, outward)
        for vertex in mesh.verts:
            vertex.co -= outward * depth_at(vertex.co)
        mesh.to_mesh(thing.data)
        mesh.free()
        thing.data.auto_smooth_angle = math.radians(60)
        thing.data.update()


def refine(mesh, place, reach, outward):
    for _ in range(7):
        near = [
            edge
            for edge in mesh.edges
            if edge.calc_length() > .018 and distance(edge, place, outward) < reach
        ]
        if not near:
            return
        bmesh.ops.subdivide_edges(mesh, edges=near, cuts=1, use_grid_fill=True)
        bmesh.ops.triangulate(mesh, faces=[face for face in mesh.faces if len(face.verts) > 4])


def distance(edge, place, outward):
    a, b = edge.verts[0].co, edge.verts[1].co
    along = b - a
    share = max(0, min(1, (place - a).dot(along) / along.length_squared))
    away = a + along * share - place
    if abs(away.dot(outward)) > .4:
        return math.inf
    return away.length


def material_of(name, color, roughness, metallic=0.0):
    material = bpy.data.materials.get(name) or bpy.data.materials.new(name)
    material.use_nodes = True
    shader = material.node_tree.nodes['Principled BSDF']
    shader.inputs['Base Color'].default_value = (*color, 1)
    shader.inputs['Roughness'].default_value = roughness
    shader.inputs['Metallic'].default_value = metallic
    return material


def add_mesh(name, points, faces, material):
    data = bpy.data.meshes.new(name)
    data.from_pydata(points, [], faces)
    data.materials.append(material)
    bpy.context.scene.collection.objects.link(bpy.data.objects.new(name, data))


def draw_line(spot, line, width, material, lift=.002):
    """A ribbon over the surface along the points of the line, thinner at its ends."""
    steps = []
    for (x0, y0), (x1, y1) in zip(line, line[1:]):
        count = max(1, int(math.hypot(x1 - x0, y1 - y0) / CELL))
        steps += [(x0 + (x1 - x0) * n / count, y0 + (y1 - y0) * n / count) for n in range(count)]
    steps.append(line[-1])
    points, faces, last = [], [], None
    for number, (x, y) in enumerate(steps):
        before, after = steps[max(0, number - 1)], steps[min(len(steps) - 1, number + 1)]
        along = math.atan2(after[1] - before[1], after[0] - before[0])
        end = min(1, .25 + 4 * min(number, len(steps) - 1 - number) / max(1, len(steps)))
        half = width * end / 2
        pair = [
            spot.drape(x - math.sin(along) * half * sign, y + math.cos(along) * half * sign, lift)
            for sign in (-1, 1)
        ]
        if None in pair:
            last = None
            continue
        points += pair
        here = len(points) - 2
        if last is not None:
            faces.append([last, last + 1, here + 1, here])
        last = here
    add_mesh('line', points, faces, material)


def draw_patch(spot, size, material, random_, ragged=.25, lift=.0015):
    """A sheet with a torn rim."""
    corners = 13
    rim = [1 - ragged * random_.random() * (1 + (n % 2)) / 2 for n in range(corners)]

    def is_inside(x, y):
        turn = (math.atan2(y, x) / math.tau % 1) * corners
        n = int(turn) % corners
        edge = rim[n] + (rim[(n + 1) % corners] - rim[n]) * (turn - int(turn))
        return math.hypot(x, y) < edge

    across, up = int(size[0] / CELL) + 1, int(size[1] / CELL) + 1
    points, faces, index = [], [], {}
    for row in range(up + 1):
        for column in range(across + 1):
            x, y = column / across * 2 - 1, row / up * 2 - 1
            if is_inside(x, y):
                point = spot.drape(x * size[0] / 2, y * size[1] / 2, lift)
                if point is not None:
                    index[column, row] = len(points)
                    points.append(point)
    for column, row in index:
        square = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
        if all(corner in index for corner in square):
            faces.append([index[corner] for corner in square])
    add_mesh('patch', points, faces, material)


def scrape(surface, mark, random_):
    """Many strokes in one direction, dense in the middle, as a wall or a post leaves them."""
    spot = Spot(surface, mark)
    long, high = mark['size']
    bare = material_of('primer', (.62, .62, .6), .6)
    deep = material_of('metal', (.3, .3, .3), .45, .6)
    for _ in range(mark['strokes']):
        y = random_.gauss(0, high / 4)
        length = long * random_.uniform(.25, 1) * max(.3, 1 - abs(y) / high)
        x = random_.uniform(-1, 1) * (long - length) / 2
        bow = random_.gauss(0, high / 12)
        line = [(x - length / 2, y), (x, y + bow), (x + length / 2, y + bow * .3)]
        width = mark.get('width', .004) * random_.uniform(.5, 1.8)
        draw_line(spot, line, width, deep if random_.random() < .25 else bare, .0015 + random_.random() * .001)


def crack(surface, mark, random_):
    """A stone's hit in glass: cracks run out from it, branch, and are joined by pieces of rings."""
    spot = Spot(surface, mark)
    white = material_of('crack', (.85, .88, .88), .5)
    reach = mark['size'][0] / 2
    arms = mark['strokes']
    turns = [(n + random_.uniform(-.3, .3)) / arms * math.tau for n in range(arms)]
    width = mark.get('width', .004)
    for turn in turns:
        line, at, heading = [(0, 0)], (0, 0), turn
        for _ in range(random_.randint(4, 7)):
            step = reach / 6 * random_.uniform(.6, 1.4)
            at = (at[0] + math.cos(heading) * step, at[1] + math.sin(heading) * step)
            line.append(at)
            heading = turn + random_.gauss(0, .3)
            if random_.random() < .35:
                side = heading + random_.choice((-1, 1)) * random_.uniform(.4, .9)
                draw_line(spot, [at, (at[0] + math.cos(side) * step * 1.5, at[1] + math.sin(side) * step * 1.5)], width * .6, white)
        draw_line(spot, line, width, white)
    for ring in (.12, .24, .38, .55):
        for one, next_ in zip(turns, turns[1:] + [turns[0] + math.tau]):
            if random_.random() < .75 - ring * .6:
                near, far = (reach * ring * random_.uniform(.85, 1.15) for _ in range(2))
                draw_line(spot, [(math.cos(one) * near, math.sin(one) * near), (math.cos(next_) * far, math.sin(next_) * far)], width * .7, white)
    draw_patch(spot, [reach * .14, reach * .14], material_of('crushed', (.8, .82, .82), .8), random_, .5)


def hole(surface, mark, random_):
    """A piece is gone: dark inside, and the torn rim shows the bare material."""
    spot = Spot(surface, mark)
    size = mark['size']
    state = random_.getstate()
    draw_patch(spot, [side * 1.03 + .006 for side in size], material_of('rim', (.2, .2, .2), .7), random_, .55, .0015)
    random_.setstate(state)
    draw_patch(spot, size, material_of('inside', (.006, .006, .007), .9), random_, .55, .004)
    for _ in range(mark.get('strokes', 0)):
        x, y = (random_.uniform(-.35, .35) * side for side in size)
        small = [side * random_.uniform(.12, .3) for side in size]
        part = dict(mark, at=list(spot.middle + spot.across * x + spot.up * y), turn=random_.uniform(0, 180))
        tone = random_.uniform(.05, .3)
        draw_patch(Spot(surface, part), small, material_of(f'debris {tone:.2f}', (tone, tone, tone), .3), random_, .6, .006)


MARKS = {'scrape': scrape, 'crack': crack, 'hole': hole}
