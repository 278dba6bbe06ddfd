import { describe, expect, it } from 'vitest'
import { isPartType, PART_TYPES, PARTS, rolledUp } from './parts.ts'

describe('parts', () => {
  it('are the 83 of the wire, each once', () => {
    expect(PART_TYPES).toHaveLength(83)
    expect(new Set(PART_TYPES).size).toBe(83)
    expect(Object.keys(PARTS)).toEqual([...PART_TYPES])
  })

  it('the mirror of the mirror is the part, on the other side and of the same make', () => {
    const sided = PART_TYPES.filter((part) => PARTS[part].side)
    expect(sided).toHaveLength(50)
    for (const part of sided) {
      const { mirror, kind, side } = PARTS[part]
      if (!mirror) throw new Error(`${part} has no mirror`)
      const other = PARTS[mirror]
      expect(other.mirror).toBe(part)
      expect(other.kind).toBe(kind)
      expect([side, other.side].toSorted()).toEqual(['left', 'right'])
    }
  })

  it('left and right have the same parts, and a part without a side has no mirror', () => {
    const of = (side: string) => PART_TYPES.filter((part) => PARTS[part].side === side)
    const mirrors = of('left').map((part) => PARTS[part].mirror ?? '')
    expect(mirrors.toSorted()).toEqual(of('right').toSorted())
    expect(PART_TYPES.filter((part) => !PARTS[part].side && PARTS[part].mirror)).toEqual([])
  })

  it('zone and parent mirror too', () => {
    const across = { left: 'right', right: 'left' } as Record<string, string>
    for (const part of PART_TYPES) {
      const { mirror, zone, parent } = PARTS[part]
      if (!mirror) continue
      expect(PARTS[mirror].zone).toBe(across[zone] ?? zone)
      expect(PARTS[mirror].parent).toBe(parent && (PARTS[parent].mirror ?? parent))
    }
  })

  it('touching is mutual, mirrors, and is between major outer panels only', () => {
    for (const part of PART_TYPES) {
      for (const other of PARTS[part].adjacent) {
        expect(PARTS[other].adjacent, `${other} to ${part}`).toContain(part)
        expect(['panel', 'plastic']).toContain(PARTS[other].kind)
        const [a, b] = [PARTS[part].mirror ?? part, PARTS[other].mirror ?? other]
        expect(PARTS[a].adjacent, `${a} to ${b}`).toContain(b)
      }
    }
    expect(PARTS.hood.adjacent).toEqual(['bumper_front', 'fender_front_left', 'fender_front_right'])
    expect(PARTS.door_front_left.adjacent).toEqual([
      'door_back_left',
      'fender_front_left',
      'rocker_panel_left',
    ])
    expect(PARTS.door_front_left.adjacent).not.toContain('fender_front_right')
  })

  it.each([
    ['handle_front_left', 'door_front_left'],
    ['license_plate_back', 'bumper_back'],
    ['rim_back_right', 'wheel_back_right'],
    ['hubcap_front_left', 'wheel_front_left'],
    ['hubcap', 'wheel'],
    ['handle_back_center', 'trunk'],
    ['damaged_car_inside', 'interior'],
    ['door_front_left', 'door_front_left'],
  ] as const)('%s is priced on %s', (part, on) => {
    expect(rolledUp(part)).toBe(on)
  })

  it('what a part rolls up to stands on its own', () => {
    for (const part of PART_TYPES) expect(PARTS[rolledUp(part)].parent).toBeNull()
  })

  it('knows its names', () => {
    expect(isPartType('hood')).toBe(true)
    expect(isPartType('toString')).toBe(false)
  })
})
