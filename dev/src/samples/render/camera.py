"""The camera of the sample pictures."""
import math

import bpy
import cv2
from mathutils import Vector


def set_up(width, height, samples, exposure):
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.image_settings.file_format = 'JPEG'
    scene.render.image_settings.quality = 100
    scene.view_settings.view_transform = 'Filmic'
    scene.view_settings.look = 'Medium High Contrast'
    scene.view_settings.exposure = exposure
    cycles = scene.cycles
    cycles.samples, cycles.use_denoising = samples, False
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


def take(path, grain=4):
    """Renders the picture, and takes the grain off that few samples leave; Debian's Blender has no denoiser of its own."""
    bpy.context.scene.render.filepath = path
    bpy.ops.render.render(write_still=True)
    picture = cv2.fastNlMeansDenoisingColored(cv2.imread(path), None, grain, grain + 2, 5, 15)
    cv2.imwrite(path, picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
