"""A car of the render kit: its meshes, paint, glass, light and ground."""
import math
import os
import re

import bpy
from mathutils import Vector


def load(kit, config, paint, roughness):
    """Imports the meshes as the kit's file says and paints them. Answers the objects and the box around them."""
    for mesh in config['meshes']:
        for at in mesh.get('at', [[0, 0, 0]]):
            before = set(bpy.data.objects)
            bpy.ops.import_scene.obj(filepath=os.path.join(kit, mesh['file']), axis_forward='Y', axis_up='Z')
            for thing in set(bpy.data.objects) - before:
                thing.scale = [size * mesh['scale'] for size in thing.scale]
                thing.location = Vector(at)
                thing.data.use_auto_smooth = True
                thing.data.auto_smooth_angle = math.radians(mesh['smooth'])
                for polygon in thing.data.polygons:
                    polygon.use_smooth = True
    bpy.context.view_layer.update()
    things = [thing for thing in bpy.context.scene.objects if thing.type == 'MESH']
    for thing in things:
        apply_transform(thing)
    for material in bpy.data.materials:
        if any(re.search(name, material.name) for name in config.get('glass', [])):
            make_glass(material)
        elif any(re.search(name, material.name) for name in config['paint']):
            make_paint(material, os.path.join(kit, config['tint']), paint, roughness)
    points = [vertex.co for thing in things for vertex in thing.data.vertices]
    low = Vector([min(point[axis] for point in points) for axis in range(3)])
    high = Vector([max(point[axis] for point in points) for axis in range(3)])
    return things, low, high


def apply_transform(thing):
    thing.data.transform(thing.matrix_world)
    thing.location, thing.rotation_euler, thing.scale = (0, 0, 0), (0, 0, 0), (1, 1, 1)
    thing.data.update()


def make_glass(material):
    """Dark glass that mirrors: cheap, and noise-free with few samples."""
    tree = material.node_tree
    tree.nodes.clear()
    out, mix = tree.nodes.new('ShaderNodeOutputMaterial'), tree.nodes.new('ShaderNodeMixShader')
    clear, gloss = tree.nodes.new('ShaderNodeBsdfTransparent'), tree.nodes.new('ShaderNodeBsdfGlossy')
    clear.inputs[0].default_value = (.16, .18, .18, 1)
    gloss.inputs['Roughness'].default_value = .02
    fresnel = tree.nodes.new('ShaderNodeFresnel')
    tree.links.new(fresnel.outputs[0], mix.inputs[0])
    tree.links.new(clear.outputs[0], mix.inputs[1])
    tree.links.new(gloss.outputs[0], mix.inputs[2])
    tree.links.new(mix.outputs[0], out.inputs[0])


def make_paint(material, tint, color, roughness):
    """Multiplies the white texture by the paint, where the tint says that the texel is painted metal."""
    tree, shader = material.node_tree, material.node_tree.nodes['Principled BSDF']
    texture = shader.inputs['Base Color'].links[0].from_socket
    mask = tree.nodes.new('ShaderNodeTexImage')
    mask.image = bpy.data.images.load(tint)
    mask.image.colorspace_settings.name = 'Non-Color'
    mix = tree.nodes.new('ShaderNodeMixRGB')
    mix.blend_type = 'MULTIPLY'
    mix.inputs[2].default_value = (*color, 1)
    tree.links.new(mask.outputs[0], mix.inputs[0])
    tree.links.new(texture, mix.inputs[1])
    tree.links.new(mix.outputs[0], shader.inputs['Base Color'])
    shader.inputs['Specular'].default_value = .5
    shader.inputs['Roughness'].default_value = roughness
    shader.inputs['Metallic'].default_value = .25
    shader.inputs['Clearcoat'].default_value = 1
    shader.inputs['Clearcoat Roughness'].default_value = .03


def light(picture, turn, strength):
    world = bpy.data.worlds.new('world')
    bpy.context.scene.world = world
    world.use_nodes = True
    tree = world.node_tree
    place, turned = tree.nodes.new('ShaderNodeTexCoord'), tree.nodes.new('ShaderNodeMapping')
    around = tree.nodes.new('ShaderNodeTexEnvironment')
    around.image = bpy.data.images.load(picture)
    turned.inputs['Rotation'].default_value[2] = math.radians(turn)
    tree.links.new(place.outputs['Generated'], turned.inputs[0])
    tree.links.new(turned.outputs[0], around.inputs[0])
    tree.links.new(around.outputs[0], tree.nodes['Background'].inputs[0])
    tree.nodes['Background'].inputs[1].default_value = strength


def lay_ground(height, gray):
    """Asphalt: fine grain over wide, faint stains."""
    bpy.ops.mesh.primitive_plane_add(size=80, location=(0, 0, height))
    plane = bpy.context.object
    material = bpy.data.materials.new('ground')
    material.use_nodes = True
    plane.data.materials.append(material)
    tree, shader = material.node_tree, material.node_tree.nodes['Principled BSDF']
    shader.inputs['Roughness'].default_value = .9
    shader.inputs['Specular'].default_value = .2
    place = tree.nodes.new('ShaderNodeTexCoord')
    layers = []
    for scale, spread in ((2400, .3), (25, .06)):
        noise, ramp = tree.nodes.new('ShaderNodeTexNoise'), tree.nodes.new('ShaderNodeValToRGB')
        noise.inputs['Scale'].default_value = scale / 80
        noise.inputs['Detail'].default_value = 2
        tree.links.new(place.outputs['Object'], noise.inputs[0])
        tree.links.new(noise.outputs[0], ramp.inputs[0])
        ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[1].position = .35, .65
        for element, tone in zip(ramp.color_ramp.elements, (1 - spread, 1 + spread)):
            element.color = (tone, tone, tone, 1)
        layers.append(ramp.outputs[0])
    mix = tree.nodes.new('ShaderNodeMixRGB')
    mix.blend_type = 'MULTIPLY'
    mix.inputs[0].default_value = 1
    tree.links.new(layers[0], mix.inputs[1])
    tree.links.new(layers[1], mix.inputs[2])
    toned = tree.nodes.new('ShaderNodeMixRGB')
    toned.blend_type = 'MULTIPLY'
    toned.inputs[0].default_value = 1
    toned.inputs[2].default_value = (gray, gray, gray * .97, 1)
    tree.links.new(mix.outputs[0], toned.inputs[1])
    tree.links.new(toned.outputs[0], shader.inputs['Base Color'])
    return plane
