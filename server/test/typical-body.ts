/** The body of a request that adds 330 pictures by their addresses. */
export function typicalBody(): Buffer {
  const image = (index: number) => ({
    id: `5f2c1f0e-0000-4000-8000-${String(index).padStart(12, '0')}`,
    name: `Picture ${index} "front"`,
    tasks: ['damage_detection', 'wheel_analysis'],
    image_type: 'beauty_shot',
    additional_data: { label: { en: 'Front left', fr: 'Avant gauche' }, width: 1920, height: 1080 },
    polygons: [[12.5, 40.25, index / 7, index / 3]],
  })
  return Buffer.from(JSON.stringify({ images: Array.from({ length: 330 }, (_, index) => image(index)) }))
}
