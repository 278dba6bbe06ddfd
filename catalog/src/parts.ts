/** The parts of a vehicle the published clients know. `ignore` stands for a part that is not known. */
export const PART_TYPES = [
  'ignore',
  'background',
  'bumper_back',
  'bumper_front',
  'door_back_left',
  'door_back_right',
  'door_front_left',
  'door_front_right',
  'fender_back_left',
  'fender_back_right',
  'fender_front_left',
  'fender_front_right',
  'fog_light_back_left',
  'fog_light_back_right',
  'fog_light_front_left',
  'fog_light_front_right',
  'grill',
  'grill_low',
  'grill_radiator',
  'handle_back_left',
  'handle_back_right',
  'handle_front_left',
  'handle_front_right',
  'head_light_left',
  'head_light_right',
  'header_panel',
  'hood',
  'hook',
  'hubcap',
  'hubcap_back_left',
  'hubcap_back_right',
  'hubcap_front_left',
  'hubcap_front_right',
  'indicator_light_left',
  'indicator_light_right',
  'license_plate_back',
  'license_plate_front',
  'logo',
  'mirror_support',
  'mirror_left',
  'mirror_right',
  'petrol_door',
  'pillar',
  'quarter_window_back_left',
  'quarter_window_back_right',
  'quarter_window_front_left',
  'quarter_window_front_right',
  'rear_spoiler',
  'rocker_panel',
  'rocker_panel_left',
  'rocker_panel_right',
  'roof',
  'tail_light_center',
  'tail_light_left',
  'tail_light_right',
  'trunk',
  'turn_signal_front_lateral_left',
  'turn_signal_front_lateral_right',
  'wheel_back_left',
  'wheel_back_right',
  'wheel_front_left',
  'wheel_front_right',
  'window_back_left',
  'window_back_right',
  'window_corner_left',
  'window_corner_right',
  'window_front_left',
  'window_front_right',
  'windshield_back',
  'windshield_front',
  'wiper',
  'wiper_back',
  'wiper_front',
  'wheel',
  'front_spoiler',
  'car_inside',
  'damaged_car_inside',
  'handle_back_center',
  'rim_back_left',
  'rim_back_right',
  'rim_front_left',
  'rim_front_right',
  'interior',
] as const
export type PartType = (typeof PART_TYPES)[number]

/** Where it is looked for. Parts that are on both sides under one name, as `pillar`, stand under `left` with no side. */
const ZONES = ['front', 'rear', 'left', 'right', 'wheels', 'top', 'inside', 'control'] as const
export type Zone = (typeof ZONES)[number]

/** What it is made of, as far as its repair goes. */
const PART_KINDS = ['panel', 'plastic', 'glass', 'light', 'wheel', 'trim', 'inside', 'none'] as const
export type PartKind = (typeof PART_KINDS)[number]

export type Part = {
  zone: Zone
  side: 'left' | 'right' | null
  /** The part it is fixed to and priced with. */
  parent: PartType | null
  /** The same part on the other side. */
  mirror: PartType | null
  kind: PartKind
  /** Major outer panels that touch it: paint flows over from one to the other. */
  adjacent: PartType[]
}

const ROWS: Record<PartType, [zone: Zone, kind: PartKind, parent?: PartType]> = {
  ignore: ['control', 'none'],
  background: ['control', 'none'],
  bumper_back: ['rear', 'plastic'],
  bumper_front: ['front', 'plastic'],
  door_back_left: ['left', 'panel'],
  door_back_right: ['right', 'panel'],
  door_front_left: ['left', 'panel'],
  door_front_right: ['right', 'panel'],
  fender_back_left: ['left', 'panel'],
  fender_back_right: ['right', 'panel'],
  fender_front_left: ['left', 'panel'],
  fender_front_right: ['right', 'panel'],
  fog_light_back_left: ['rear', 'light'],
  fog_light_back_right: ['rear', 'light'],
  fog_light_front_left: ['front', 'light'],
  fog_light_front_right: ['front', 'light'],
  grill: ['front', 'plastic'],
  grill_low: ['front', 'plastic', 'bumper_front'],
  grill_radiator: ['front', 'plastic', 'grill'],
  handle_back_left: ['left', 'plastic', 'door_back_left'],
  handle_back_right: ['right', 'plastic', 'door_back_right'],
  handle_front_left: ['left', 'plastic', 'door_front_left'],
  handle_front_right: ['right', 'plastic', 'door_front_right'],
  head_light_left: ['front', 'light'],
  head_light_right: ['front', 'light'],
  header_panel: ['front', 'panel'],
  hood: ['front', 'panel'],
  hook: ['front', 'trim', 'bumper_front'],
  hubcap: ['wheels', 'wheel', 'wheel'],
  hubcap_back_left: ['wheels', 'wheel', 'wheel_back_left'],
  hubcap_back_right: ['wheels', 'wheel', 'wheel_back_right'],
  hubcap_front_left: ['wheels', 'wheel', 'wheel_front_left'],
  hubcap_front_right: ['wheels', 'wheel', 'wheel_front_right'],
  indicator_light_left: ['left', 'light'],
  indicator_light_right: ['right', 'light'],
  license_plate_back: ['rear', 'trim', 'bumper_back'],
  license_plate_front: ['front', 'trim', 'bumper_front'],
  logo: ['front', 'trim'],
  mirror_support: ['left', 'plastic'],
  mirror_left: ['left', 'plastic'],
  mirror_right: ['right', 'plastic'],
  petrol_door: ['left', 'panel'],
  pillar: ['left', 'panel'],
  quarter_window_back_left: ['left', 'glass'],
  quarter_window_back_right: ['right', 'glass'],
  quarter_window_front_left: ['left', 'glass'],
  quarter_window_front_right: ['right', 'glass'],
  rear_spoiler: ['rear', 'plastic'],
  rocker_panel: ['left', 'panel'],
  rocker_panel_left: ['left', 'panel'],
  rocker_panel_right: ['right', 'panel'],
  roof: ['top', 'panel'],
  tail_light_center: ['rear', 'light'],
  tail_light_left: ['rear', 'light'],
  tail_light_right: ['rear', 'light'],
  trunk: ['rear', 'panel'],
  turn_signal_front_lateral_left: ['left', 'light'],
  turn_signal_front_lateral_right: ['right', 'light'],
  wheel_back_left: ['wheels', 'wheel'],
  wheel_back_right: ['wheels', 'wheel'],
  wheel_front_left: ['wheels', 'wheel'],
  wheel_front_right: ['wheels', 'wheel'],
  window_back_left: ['left', 'glass'],
  window_back_right: ['right', 'glass'],
  window_corner_left: ['left', 'glass'],
  window_corner_right: ['right', 'glass'],
  window_front_left: ['left', 'glass'],
  window_front_right: ['right', 'glass'],
  windshield_back: ['rear', 'glass'],
  windshield_front: ['front', 'glass'],
  wiper: ['front', 'trim'],
  wiper_back: ['rear', 'trim'],
  wiper_front: ['front', 'trim'],
  wheel: ['wheels', 'wheel'],
  front_spoiler: ['front', 'plastic'],
  car_inside: ['inside', 'inside', 'interior'],
  damaged_car_inside: ['inside', 'inside', 'interior'],
  handle_back_center: ['rear', 'plastic', 'trunk'],
  rim_back_left: ['wheels', 'wheel', 'wheel_back_left'],
  rim_back_right: ['wheels', 'wheel', 'wheel_back_right'],
  rim_front_left: ['wheels', 'wheel', 'wheel_front_left'],
  rim_front_right: ['wheels', 'wheel', 'wheel_front_right'],
  interior: ['inside', 'inside'],
}

/** Each pair once. The right side is added below. Glass lies between roof and trunk of a sedan, so those do not touch. */
const TOUCHING: [PartType, PartType][] = [
  ['bumper_front', 'hood'],
  ['bumper_front', 'fender_front_left'],
  ['hood', 'fender_front_left'],
  ['fender_front_left', 'door_front_left'],
  ['fender_front_left', 'rocker_panel_left'],
  ['door_front_left', 'door_back_left'],
  ['door_front_left', 'rocker_panel_left'],
  ['door_back_left', 'fender_back_left'],
  ['door_back_left', 'rocker_panel_left'],
  ['rocker_panel_left', 'fender_back_left'],
  ['fender_back_left', 'roof'],
  ['fender_back_left', 'trunk'],
  ['fender_back_left', 'bumper_back'],
  ['trunk', 'bumper_back'],
]

const NAMES: ReadonlySet<string> = new Set(PART_TYPES)

export function isPartType(text: string): text is PartType {
  return NAMES.has(text)
}

function sideOf(part: PartType): 'left' | 'right' | null {
  if (part.endsWith('_left')) return 'left'
  return part.endsWith('_right') ? 'right' : null
}

function mirrorOf(part: PartType): PartType | null {
  const name = part.replace(/left$|right$/, (side) => (side === 'left' ? 'right' : 'left'))
  return name !== part && isPartType(name) ? name : null
}

function touchedBy(part: PartType): PartType[] {
  const sameSide = (pair: PartType[]) => pair.map((name) => mirrorOf(name) ?? name)
  const touched = [...TOUCHING, ...TOUCHING.map(sameSide)].flatMap((pair) =>
    pair.includes(part) ? pair.filter((name) => name !== part) : [],
  )
  return PART_TYPES.filter((name) => touched.includes(name))
}

function partOf(part: PartType): Part {
  const [zone, kind, parent = null] = ROWS[part]
  return { zone, side: sideOf(part), parent, mirror: mirrorOf(part), kind, adjacent: touchedBy(part) }
}

// fromEntries forgets the names of the keys; PART_TYPES holds each of them.
export const PARTS = Object.fromEntries(PART_TYPES.map((part) => [part, partOf(part)])) as Record<
  PartType,
  Part
>

/** The part a damage is priced on: a handle with its door, a plate with its bumper, a rim with its wheel. */
export function rolledUp(part: PartType): PartType {
  const { parent } = PARTS[part]
  return parent === null ? part : rolledUp(parent)
}
