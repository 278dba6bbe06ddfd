"""Renders the sample pictures. Needs Debian's blender and python3-opencv, and the folder of the car render kit.

  blender -b --python dev/src/samples/render/render.py -- KIT OUT
"""
import numpy

# Blender 3.4 imports with a name that newer NumPy has dropped.
numpy.bool = bool

import argparse
import json
import os
import sys
import time

import bpy

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
import camera
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
    body = camera.set_up(options.width, options.width * 3 // 4, options.samples, place['exposure'])
    for view in vehicle['views']:
        if options.only and view['name'] not in options.only.split(','):
            continue
        camera.point(body, view, (low + high) / 2, low.z)
        began = time.time()
        camera.take(os.path.join(options.out, vehicle['name'], f"{view['name']}.jpg"))
        print(f"RENDERED {vehicle['name']} {view['name']} {time.time() - began:.1f} s", flush=True)


main(read_arguments())
