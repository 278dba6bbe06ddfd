"""Renders a car of `fleet.json` on three visits, and before its damages, for the evaluation of comparisons.

  blender -b --python dev/src/samples/render/visits.py -- KIT OUT

Pictures that are there already are kept. OUT/visits.json lists the pictures, and where each of them shows, or would show, each damage: exact, because it is computed
from the car and not from the picture.
"""
import numpy

# Blender 3.4 imports with a name that newer NumPy has dropped.
numpy.bool = bool

import json
import math
import os
import sys

import bpy
import cv2
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
import camera
import car
import damages
import trim

CAR = 'finch'
SIDE = 640
# Fewer samples than the shipped pictures have, and so more grain to take off.
SAMPLES, GRAIN = 6, 11
# The second visit stands almost where the first one did, the third one does not; both have other light.
VISITS = [
    {'name': 'first', 'angle': 0, 'distance': 1, 'height': 0, 'light': None},
    {'name': 'near', 'angle': 2, 'distance': 1.03, 'height': .03, 'light': {'picture': 'workshop.exr', 'turn': 40, 'strength': 1.1, 'ground': .2}},
    {'name': 'elsewhere', 'angle': -7, 'distance': .93, 'height': .12, 'light': {'picture': 'park.exr', 'turn': 250, 'strength': .9, 'ground': .13}},
]


def close_up(damage):
    """Each damage is photographed from near, as people do at a return."""
    mark = damage['marks'][0]
    outward = Vector(mark['from'])
    angle = math.degrees(math.atan2(outward.y, outward.x)) + 90 + 12
    height = mark['at'][2] + (.9 if outward.z > .5 else .35)
    return {'name': damage['name'], 'angle': angle, 'distance': 1.6, 'height': height, 'at': mark['at'], 'lens': 30}


def moved(view, visit, number):
    side = 1 if number % 2 == 0 else -1
    return dict(
        view,
        angle=view['angle'] + side * visit['angle'],
        distance=view['distance'] * visit['distance'],
        height=view['height'] + visit['height'],
    )


def places_of(vehicle, surface, body):
    """The outline of each damage in the picture, around those of its points that the camera sees."""
    found = []
    for damage in vehicle['damages']:
        seen = [place for mark in damage.get('bends', []) + damage['marks'] for place in points_of(mark, surface, body)]
        if len(seen) < 8:
            continue
        hull = cv2.convexHull(numpy.array(seen, dtype=numpy.float32))[:, 0]
        found.append({'name': damage['name'], 'polygon': [[round(float(x), 1), round(float(y), 1)] for x, y in hull]})
    return found


def points_of(mark, surface, body):
    spot = damages.Spot(surface, mark)
    scene = bpy.context.scene
    for row in range(-7, 8):
        for column in range(-7, 8):
            if math.hypot(row, column) > 7:
                continue
            point = spot.drape(column / 14 * mark['size'][0], row / 14 * mark['size'][1], 0)
            if point is None:
                continue
            away = point - body.location
            hit, _, _, _ = surface.tree.ray_cast(body.location, away.normalized())
            x, y, _ = world_to_camera_view(scene, body, point)
            if hit is not None and (hit - body.location).length > away.length - .05 and 0 <= x <= 1 and 0 <= y <= 1:
                yield [x * SIDE, (1 - y) * SIDE]


def render_vehicle(vehicle, kit, out):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    with open(os.path.join(kit, vehicle['config'])) as file:
        config = json.load(file)
    things, low, high = car.load(kit, config, vehicle['paint'], vehicle['roughness'])
    trim.add_handles(things, vehicle['handles'])
    trim.add_plates(things, vehicle['plate'], vehicle['plate_heights'])
    surface = damages.Surface([thing for thing in things if 'heel' not in thing.name])
    body = camera.set_up(SIDE, SIDE, SAMPLES, vehicle['light']['exposure'])
    pictures = []
    # Before there was a damage only once: the other visits are compared with that one.
    for visit, is_damaged in [(VISITS[0], False), *((visit, True) for visit in VISITS)]:
        if is_damaged and visit is VISITS[0]:
            damages.put_on(things, vehicle['damages'])
        light = visit['light'] or vehicle['light']
        car.light(os.path.join(kit, 'hdri', light['picture']), light['turn'], light['strength'])
        ground = car.lay_ground(low.z, light['ground'])
        for number, view in enumerate(map(close_up, vehicle['damages'])):
            camera.point(body, moved(view, visit, number), (low + high) / 2, low.z)
            bpy.context.view_layer.update()
            state = 'damaged' if is_damaged else 'clean'
            name = f"{vehicle['name']} {view['name']} {visit['name']} {state}.jpg".replace(' ', '-')
            if not os.path.exists(os.path.join(out, name)):
                camera.take(os.path.join(out, name), GRAIN)
            pictures.append({
                'file': name,
                'view': view['name'],
                'visit': visit['name'],
                'is_damaged': is_damaged,
                'places': places_of(vehicle, surface, body),
            })
            print(f'RENDERED {name}', flush=True)
        bpy.data.objects.remove(ground)
    return pictures


def main(kit, out):
    os.makedirs(out, exist_ok=True)
    with open(os.path.join(here, 'fleet.json')) as file:
        fleet = json.load(file)
    pictures = render_vehicle(next(vehicle for vehicle in fleet if vehicle['name'] == CAR), kit, out)
    with open(os.path.join(out, 'visits.json'), 'w') as file:
        json.dump(pictures, file)


main(*sys.argv[sys.argv.index('--') + 1:])
