import { type Changes, type Guards, headCommit } from './changes.ts'

export type Step = {
  name: string
  command: string[]
  /** What it takes on a calm machine of two cores. */
  calmS: number
  /** By default ten times what it takes on a calm machine, or more. */
  hungAfterS?: number
  /** How the passed and failed are told; by default the exit code counts as one. */
  counts?: 'vitest' | 'lines'
}

/** Engines, by what `dev/stack up` is told. Lanes share them, but nobody shares those that get killed. */
export const STACKS = { ceph: [], light: ['--light'], killed: [] } as const
export type StackName = keyof typeof STACKS

/** Steps that run one after another, beside other lanes. */
export type Lane = {
  group: string
  name: string
  stack: StackName | null
  /** It shows the console or the capture app. */
  needsApps?: boolean
  steps: Step[]
}

/** Once for all lanes. */
export const BUILD: Step = { name: 'build', command: ['node', 'dev/src/build-apps.ts'], calmS: 30 }

/** The groups that `.ci/run` knows. */
export const GROUPS = ['static', 'server', 'apps', 'journeys', 'campaigns', 'deploy'] as const

/** They start servers of their own or the previous version of the service: part of the full proof alone. */
const FULL_ONLY = ['failover', 'restore', 'upgrade']
/** They kill the engines that the others use, so they come last on their stack. */
const KILLING = ['kills', 'erasure']
const SMALL_MAX = 3
/** What pictures of the screens show. */
const SHOWN = ['capture', 'catalog', 'console', 'e2e', 'sdk', 'pnpm-lock.yaml']

const vitest = (name: string, calmS: number, ...projects: string[]): Step => ({
  name,
  command: ['pnpm', 'exec', 'vitest', 'run', ...projects.flatMap((project) => ['--project', project])],
  calmS,
  counts: 'vitest',
})

/** The longest first, so that no lane is left alone at the end. */
export function planLanes(wanted: readonly string[], guards: Guards, changes: Changes): Lane[] {
  // More checkers infer the same types again, each for itself: on two cores they take longer than one.
  const types = (name: string, ...project: string[]): Step => ({
    name,
    command: ['pnpm', 'exec', 'tsc', '--noEmit', '--checkers', '1', ...project],
    calmS: 30,
  })
  const lint = ['pnpm', 'exec', 'biome', 'check', '--error-on-warnings', '.']
  const screens = changes.touches(SHOWN) ? ['screens'] : []
  const lanes: Lane[] = [
    {
      group: 'static',
      name: 'static',
      stack: null,
      steps: [
        { name: 'format-and-lint', command: lint, calmS: 10 },
        types('types'),
        types('console-types', '-p', 'console'),
        types('capture-types', '-p', 'capture'),
        vitest('check', 30, 'check'),
      ],
    },
    {
      group: 'server',
      name: 'server',
      stack: 'ceph',
      steps: [
        vitest('server-pure', 60, 'server-pure'),
        vitest('server', 280, 'server'),
        vitest('counts', 30, 'counts'),
      ],
    },
    {
      group: 'journeys',
      name: 'journeys',
      stack: 'light',
      needsApps: true,
      steps: [vitest('journeys', 250, 'e2e', ...screens)],
    },
    {
      group: 'campaigns',
      name: 'campaigns',
      stack: 'killed',
      needsApps: true,
      steps: campaignSteps(guards, changes),
    },
    {
      group: 'apps',
      name: 'apps',
      stack: 'light',
      steps: [
        vitest('apps', 120, 'catalog', 'console', 'capture', 'sdk', 'cli', 'dev'),
        { name: 'conformance', command: ['node', 'conformance/main.ts'], calmS: 60, counts: 'lines' },
      ],
    },
    {
      group: 'deploy',
      name: 'deploy',
      stack: 'ceph',
      needsApps: true,
      steps: [vitest('deploy', 115, 'deploy')],
    },
  ]
  return lanes.filter(({ group }) => wanted.includes(group) && isTouched(group, guards, changes))
}

/** The static checks look at every file, whoever guards it. */
const isTouched = (group: string, guards: Guards, changes: Changes) =>
  group === 'static' || changes.touches(guards.groups[group] ?? ['.'])

/** A smoke of each campaign; of those that guard what has changed, a few run at their small size. */
function campaignSteps(guards: Guards, changes: Changes): Step[] {
  const small = chooseSmall(guards, changes).small
  return namesOf(guards)
    .toSorted((a, b) => Number(KILLING.includes(a)) - Number(KILLING.includes(b)))
    .map((name) => {
      const size = small.includes(name) ? 'small' : 'smoke'
      return {
        name: size === 'small' ? `${name} (small)` : name,
        command: ['node', 'e2e/prove/main.ts', name, '--size', size, '--seed', String(seedOf(headCommit()))],
        calmS: size === 'small' ? 60 : 20,
      }
    })
}

/** Which campaigns run at their small size, and which of the others have something to prove at the full one. */
export function chooseSmall(guards: Guards, changes: Changes): { small: string[]; queued: string[] } {
  const names = namesOf(guards)
  const first = seedOf(headCommit()) % names.length
  const changed = [...names.slice(first), ...names.slice(0, first)].filter((name) =>
    changes.touches(guards.campaigns[name] ?? []),
  )
  return { small: changed.slice(0, SMALL_MAX), queued: changed.slice(SMALL_MAX) }
}

const namesOf = (guards: Guards) => Object.keys(guards.campaigns).filter((name) => !FULL_ONLY.includes(name))

/** Another with every commit, and the same for one commit. */
const seedOf = (commit: string) => Number.parseInt(commit.slice(0, 6), 16)
