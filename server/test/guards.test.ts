import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changesOf, findOldestProof, isBelow, readGuards, root } from '../../.ci/changes.ts'
import { GROUPS, planLanes } from '../../.ci/lanes.ts'

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && existsSync(join(root, file)))
const guards = readGuards()
const { groups, campaigns } = guards
const groupsFor = (...changed: string[]) => [
  ...new Set(planLanes(GROUPS, guards, changesOf(changed)).map(({ group }) => group)),
]
const placesOf = (guards: Record<string, string[]>) => Object.values(guards).flat()
const unguarded = (files: readonly string[], guards: Record<string, string[]>) =>
  files.filter((file) => !placesOf(guards).some((place) => isBelow(file, place)))
/** The folder is what a reader has to enter in the table. */
const foldersOf = (files: readonly string[], depth: number) => [
  ...new Set(files.map((file) => file.split('/').slice(0, depth).join('/'))),
]

describe('guards', () => {
  it('names every group of the gate', () => {
    expect(Object.keys(groups)).toEqual([...GROUPS])
  })

  it('has a group for every file', () => {
    expect(foldersOf(unguarded(tracked, groups), 2)).toEqual([])
  })

  it('has a campaign for every module of the server', () => {
    const modules = tracked.filter((file) => /^server\/src\/[^/]+\//.test(file))
    expect(foldersOf(unguarded(modules, campaigns), 4)).toEqual([])
  })

  it('names every campaign', () => {
    const main = readFileSync(join(root, 'e2e/prove/main.ts'), 'utf8')
    const names = [...main.matchAll(/^ {2}(\w+): async \(\) => \(await import/gm)].map(([, name]) => name)
    expect(Object.keys(campaigns)).toEqual(names)
  })

  it('names only places that exist', () => {
    const places = [...placesOf(groups), ...placesOf(campaigns)]
    expect(places.filter((place) => !existsSync(join(root, place)))).toEqual([])
  })

  it('runs the static checks for every change, and with them what guards it', () => {
    expect(groupsFor('docs/errors.md')).toEqual(['static', 'journeys'])
    expect(groupsFor('capture/src/main.ts')).toEqual(['static', 'journeys', 'campaigns', 'apps'])
    expect(groupsFor('e2e/site.test.ts')).toEqual(['static', 'journeys'])
  })

  it('runs each campaign of the gate once, and those last that kill the engines of the others', () => {
    const lanes = planLanes(['campaigns'], guards, changesOf(['testing/harness.ts']))
    const names = lanes.flatMap(({ steps }) => steps.map(({ name }) => name.replace(' (small)', '')))
    expect(names.slice(-2)).toEqual(['erasure', 'kills'])
    expect(names.toSorted()).toEqual(
      Object.keys(campaigns).filter((name) => !['failover', 'restore', 'upgrade'].includes(name)),
    )
  })

  it('runs everything for a change of the gate itself', () => {
    expect(groupsFor('.ci/running.ts').toSorted()).toEqual([...GROUPS].toSorted())
    expect(groupsFor('.ci/proved.json')).toEqual(['static'])
  })
})

describe('the last full proof', () => {
  const kills = { commit: 'a', started_at: '2026-01-01T00:00:00Z' }
  const races = { commit: 'b', started_at: '2026-02-01T00:00:00Z' }

  it('is as old as the oldest of its parts', () => {
    expect(findOldestProof(['races', 'kills'], { kills, races })).toBe(kills)
  })

  it('is none where a part is missing', () => {
    expect(findOldestProof(['races', 'kills', 'fuzz'], { kills, races })).toBeNull()
    expect(findOldestProof(['races'], {})).toBeNull()
  })
})
