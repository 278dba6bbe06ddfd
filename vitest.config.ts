import { defineConfig } from 'vitest/config'
import LongestFirst from './dev/src/longest-first.ts'
import { divideServerTests } from './server/test/tests-without-stack.ts'

// No services, seconds: what `pnpm check` runs.
const checks = [
  'architecture',
  'breaking-changes',
  'cards',
  'closed-lists',
  'commits',
  'conditions',
  'decisions',
  'document-parts',
  'documents',
  'drift',
  'error-listeners',
  'exports',
  'facts-only',
  'forge',
  'function-names',
  'guards',
  'left-over',
  'lockfile',
  'picture-readers',
  'site',
  'specification',
  'tests-without-stack',
  'urls',
  'workflows',
]
  .map((name) => `server/test/${name}.test.ts`)
  .concat('testing/*.test.ts')
/** What the full proof runs and the gate does not: claims of time and memory, and facts that take too many cases for every change. */
const PROVED = ['**/*.timed.test.ts', '**/*.full.test.ts']
/** They measure how quick a page is, or how large, or sign in with every vendor: nothing else runs beside them, and no gate waits for them. */
const timed = ['e2e/timed/*.test.ts', 'e2e/console/*.full.test.ts']
/** They compare what is shown with reference pictures. */
const screens = ['e2e/capture-screens.test.ts', 'e2e/console/screens.test.ts']
const serverTests = divideServerTests()
/** The order of files that the command line asks for comes before ours. */
const isShuffled = process.argv.some((argument) => argument.startsWith('--sequence.shuffle'))
const journeys = {
  globalSetup: ['e2e/build-apps.ts', 'e2e/standing-services.ts'],
  // Against what hangs. Pages wait for five minutes by themselves, which says more than that a test took long.
  testTimeout: 1_800_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 300_000 } },
}

export default defineConfig({
  test: {
    // Against a test that hangs: ten times what the slowest take on a calm machine, and longer than `waitFor`, which says for what.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Most tests wait for a process or a page half of their time.
    maxWorkers: 2,
    sequence: isShuffled ? {} : { sequencer: LongestFirst },
    // Most of what is polled for comes from a process, on a busy machine not within a second.
    expect: { poll: { timeout: 300_000 } },
    projects: [
      // They share what they import.
      { extends: true, test: { name: 'check', include: checks, isolate: false } },
      {
        extends: true,
        test: {
          name: 'catalog',
          include: ['catalog/src/**/*.test.ts'],
          isolate: false,
          exclude: PROVED,
        },
      },
      {
        extends: true,
        test: {
          name: 'console',
          include: ['console/src/**/*.test.{ts,tsx}'],
          exclude: PROVED,
          // To make a document takes longer than most files: one for all files of a process.
          environment: 'happy-dom',
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'capture', include: ['capture/src/**/*.test.ts'], exclude: PROVED, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'sdk',
          include: ['sdk/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...PROVED],
        },
      },
      // Quicker than what follows, and it runs where there is no stack.
      {
        extends: true,
        test: {
          name: 'server-pure',
          include: serverTests.pure,
          exclude: PROVED,
          env: { STACK_DIR: '/nonexistent' },
          isolate: false,
        },
      },
      // A process loads the service once and runs many files on it, each with organizations of its own.
      {
        extends: true,
        test: {
          name: 'server',
          include: serverTests.onStack,
          exclude: PROVED,
          globalSetup: ['server/test/drop-databases.ts'],
          setupFiles: ['server/test/after-each-file.ts'],
          isolate: false,
        },
      },
      // What does not depend on the machine, compared with `server/counts/counts.json`.
      {
        extends: true,
        test: {
          name: 'counts',
          include: ['server/counts/*.test.ts'],
          isolate: false,
          // They write to the same file when counts are accepted.
          fileParallelism: false,
        },
      },
      // Every file has a service of its own, as processes.
      {
        extends: true,
        test: {
          name: 'cli',
          include: ['cli/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...PROVED],
        },
      },
      { extends: true, test: { name: 'dev', include: ['dev/test/*.test.ts'], exclude: PROVED } },
      // With the full proof, alone: some judge time and memory.
      {
        extends: true,
        test: {
          name: 'timed',
          include: PROVED,
          exclude: ['e2e/**', '**/node_modules/**'],
          maxWorkers: 1,
        },
      },
      // Builds the image and runs it in containers.
      {
        extends: true,
        test: { name: 'deploy', include: ['deploy/test/*.test.ts'] },
      },
      // One of its files is the longest of the journeys, so they come first.
      { extends: true, test: { name: 'screens', include: screens, isolate: false, ...journeys } },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/*.test.ts', 'e2e/console/*.test.ts'],
          exclude: [...screens, ...PROVED],
          // One browser for each process.
          isolate: false,
          ...journeys,
        },
      },
      {
        extends: true,
        test: { name: 'e2e-timed', include: timed, ...journeys, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
})
