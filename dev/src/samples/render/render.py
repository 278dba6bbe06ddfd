"""Renders the sample pictures. Needs Debian's blender and python3-opencv, and the folder of the car render kit.

  blender -b --python dev/src/samples/render/render.py -- KIT OUT
"""
import numpy

# Blender 3.4 imports with a name that newer NumPy has dropped.
numpy.bool = bool

import argparse
import json
import math
import os
import sys
import time

import bpy
import cv2
from mathutils import Vector

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
import car
import damages
import trim


def read_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument('kit')
    parser.add_argument('out')
    parser.add_argument('--car')
    parser.add_argument('--only')
    parser.add_argument('--width', type=int, default=864)
    parser.add_argument('--samples', type=int, default=9)
    parser.add_argument('--clean', action='store_true', help='without the damages, to compare')
    return parser.parse_args(sys.argv[sys.argv.index('--') + 1:])


def main(options):
    with open(os.path.join(here, 'fleet.json')) as file:
        fleet = json.load(file)
    for vehicle in fleet:
        if options.car in (None, vehicle['name']):
            render_vehicle(vehicle, options)


def render_vehicle(vehicle, options):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    with open(os.path.join(options.kit, vehicle['config'])) as file:
        config = json.load(file)
    things, low, high = car.load(options.kit, config, vehicle['paint'], vehicle['roughness'])
    trim.add_handles(things, vehicle['handles'])
    trim.add_plates(things, vehicle['plate'], vehicle['plate_heights'])
    place = vehicle['light']
    car.light(os.path.join(options.kit, 'hdri', place['picture']), place['turn'], place['strength'])
    car.lay_ground(low.z, place['ground'])
    if not options.clean:
        damages.put_on(things, vehicle['damages'])
    camera = set_up(options, place['exposure'])
    for view in vehicle['views']:
        if options.only and view['name'] not in options.only.split(','):
            continue
        point(camera, view, (low + high) / 2, low.z)
        bpy.context.scene.render.filepath = os.path.join(options.out, vehicle['name'], f"{view['name']}.jpg")
        began = time.time()
        bpy.ops.render.render(write_still=True)
        soften(bpy.context.scene.render.filepath)
        print(f"RENDERED {vehicle['name']} {view['name']} {time.time() - began:.1f} s", flush=True)


def soften(path):
    """Takes the grain off that few samples leave; Debian's Blender has no denoiser of its own."""
    picture = cv2.fastNlMeansDenoisingColored(cv2.imread(path), None, 4, 6, 5, 15)
    cv2.imwrite(path, picture, [cv2.IMWRITE_JPEG_QUALITY, 88])


def set_up(options, exposure):
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    scene.render.resolution_x, scene.render.resolution_y = options.width, options.width * 3 // 4
    scene.render.image_settings.file_format = 'JPEG'
    scene.render.image_settings.quality = 100
    scene.view_settings.view_transform = 'Filmic'
    scene.view_settings.look = 'Medium High Contrast'
    scene.view_settings.exposure = exposure
    cycles = scene.cycles
    cycles.samples, cycles.use_denoising = options.samples, False
    cycles.use_adaptive_sampling, cycles.adaptive_threshold, cycles.adaptive_min_samples = True, .04, 6
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 3, 1, 2
    cycles.transparent_max_bounces = 4
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 4
    camera = bpy.data.objects.new('camera', bpy.data.cameras.new('camera'))
    scene.collection.objects.link(camera)
    scene.camera = camera
    return camera


def point(camera, view, middle, ground):
    """`angle` 0 stands before the car and 90 on its left; the nose shows to -Y."""
    angle = math.radians(view['angle'] - 90)
    target = Vector(view['at']) if 'at' in view else Vector((middle.x, middle.y, middle.z - .05))
    away = Vector((math.cos(angle), math.sin(angle), 0)) * view['distance']
    camera.location = Vector((target.x, target.y, ground + view['height'])) + away
    camera.data.lens = view.get('lens', 35)
    camera.rotation_euler = (target - camera.location).to_track_quat('-Z', 'Y').to_euler()


main(read_arguments())
