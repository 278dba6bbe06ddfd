"""What the kit's cars lack and real ones have: door handles and number plates."""
import math

import bpy
from mathutils import Vector

from damages import Surface, material_of

PLATE = (.52, .11)


def add_handles(things, places):
    surface = Surface(things)
    for x, y, z in places:
        place, _ = surface.hit(Vector((x, y, z)), Vector((math.copysign(1, x), 0, 0)))
        bpy.ops.mesh.primitive_cube_add(size=1, location=place, scale=(.05, .19, .032))
        bpy.context.object.data.materials.append(material_of('handle', (.02, .02, .02), .35))
        bevel = bpy.context.object.modifiers.new('round', 'BEVEL')
        bevel.width, bevel.segments = .012, 3


def add_plates(things, text, heights):
    """One on the front and one on the back, upright before the surface."""
    surface = Surface(things)
    for outward, height in zip((Vector((0, -1, 0)), Vector((0, 1, 0))), heights):
        hits = [surface.hit(Vector((x, 0, height)), outward)[0] for x in (-.2, 0, .2)]
        place = max(hits, key=lambda hit: hit.dot(outward)) * 1
        place.x = 0
        turn = (math.pi / 2, 0, 0 if outward.y < 0 else math.pi)
        bpy.ops.mesh.primitive_cube_add(size=1, location=place + outward * .006, scale=(PLATE[0], .012, PLATE[1]))
        bpy.context.object.data.materials.append(material_of('plate', (.8, .8, .78), .4))
        bpy.ops.object.text_add(location=place + outward * .014 - Vector((0, 0, .001)), rotation=turn)
        letters = bpy.context.object
        letters.data.body, letters.data.size = text, .105
        letters.data.align_x = letters.data.align_y = 'CENTER'
        letters.data.materials.append(material_of('letters', (.01, .01, .01), .6))
