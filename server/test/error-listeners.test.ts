import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

// An 'error' that no listener takes ends the process, and so does a rejection that nobody catches. What can emit one is
// opened only in these files, and each says here how it listens. Before you add a file, see what happens when it fails.

const SOURCE = join(import.meta.dirname, '../src')

/** What opens something that can emit 'error', the files that may, and what each of them must contain. */
const OPENERS: [what: string, opener: RegExp, files: Record<string, RegExp>][] = [
  [
    'a file stream',
    /\bcreate(Read|Write)Stream\(/,
    {
      'core/platform/receive-file.ts': /await pipeline\(source, measure, createWriteStream\(/,
      'outputs/reports/verify/check-originals.ts': /await pipeline\(createReadStream\(/,
    },
  ],
  [
    'a stream of our own',
    /\bReadable\.from\(|\bnew (Readable|Writable|Transform|Duplex|PassThrough)\(/,
    {
      'core/platform/storage.ts': /Body\.on\('error'/,
      'core/platform/egress-body.ts': /body\.on\('error'/,
      'core/platform/receive-file.ts': /await pipeline\(/,
      'privacy/exports/open-archive.ts': /stream\.on\('error'/,
      // It is never destroyed with an error; the framework listens while it sends it.
      'inspection/events/event-stream.ts': /this\.body\.destroy\(\)/,
    },
  ],
  [
    'a pipe',
    /\.pipe\(/,
    {
      'core/platform/form.ts': /parser\.on\('error'[\s\S]*stream\.on\('error'/,
      'core/platform/multipart.ts': /parser\.on\('error'[\s\S]*stream\.on\('error'/,
    },
  ],
  [
    'a child process',
    /from 'node:child_process'/,
    {
      // Before the pipes are touched: without a free descriptor there are none.
      'core/platform/key-command.ts':
        /spawn\([^\n]*\n(?:(?!std(in|out)).)*child\.on\('error'.*child\.stdin\?\.on\('error'/s,
      'core/platform/pictures/decoder.ts': /child\.process\.on\('error'/,
      'core/platform/pictures/heic.ts': /try \{\s*await promisify\(execFile\)/,
      'core/platform/allow-cpu-time.ts': /execFile\(.*\(error\) => resolve\(!error\)/,
      'core/platform/pdfs/pdf-child.ts':
        /child\.on\('error', lost\.resolve\)[\s\S]*child\.stdin\?\.on\('error'/,
      'outputs/reports/pdf/lay-out.ts': /process\.on\('error', lost\.resolve\)/,
    },
  ],
  [
    'a thread',
    /\bnew Worker\(/,
    {
      'outputs/comparisons/run-compare.ts': /worker\.on\('error'/,
      'analysis/inference/onnx-threads.ts': /worker\.on\('error'/,
      'findings/renderings/draw-in-thread.ts': /worker\.on\('error'/,
      'outputs/reports/verify/check-in-thread.ts': /worker\.on\('error'/,
    },
  ],
  [
    'a database connection',
    /\bnew (pg\.(Pool|Client)|PgBoss)\(/,
    {
      'backup.ts': /owner\.on\('error'/,
      'operator/backup/erase-extra.ts': /client\.on\('error'/,
      'operator/backup/list-expected.ts': /client\.on\('error'/,
      'operator/doctor/check-database.ts': /client\.on\('error'/,
      'core/platform/database.ts': /#pool\.on\('error'[\s\S]*client\.on\('error'/,
      'core/platform/hints.ts': /client\.on\('error'/,
      'core/platform/migrations.ts': /client\.on\('error'/,
      'core/platform/jobs.ts': /#boss\.on\('error'/,
      'rekey.ts': /database\.on\('error'[\s\S]*client\.on\('error'/,
    },
  ],
  [
    'a server',
    /\bcreateServer\(\(|\bfastify\(/,
    {
      'http/operations.ts': /server\.on\('error'/,
      'http/server.ts': /app\.server\.on\('error'/,
      'analysis/inference/serve-models.ts': /server\.on\('error'/,
    },
  ],
  ['a socket', /\b(net\.connect|createConnection|tls\.connect|new Socket)\(/, {}],
  // undici reports failures to the request and to the body, which stays silent until somebody listens.
  [
    'an HTTP client',
    /\bnew (Client|Pool|Agent)\(|\b(?<!function )createS3Client\(/,
    {
      'core/platform/egress.ts': /body\.on\('error'/,
      'core/platform/storage.ts': /body\.on\('error'/,
      // It asks for lists and deletions, which have no body that somebody could leave unread.
      'core/platform/stored-versions.ts': /ListObjectVersionsCommand/,
      'analysis/inference/oip-client.ts': /await readBody\(answer\.body/,
    },
  ],
  ['an output', /pino\.destination\(/, { 'core/platform/log.ts': /pino\.destination\([^)]*\)\.on\('error'/ }],
  ['an emitter', /\bnew EventEmitter\(|extends EventEmitter/, {}],
]

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)
const textOf = (file: string) => readFileSync(join(SOURCE, file), 'utf8')

describe('errors that nobody listens to', () => {
  it.each(OPENERS)('%s is opened only where its errors are heard', (_what, opener, allowed) => {
    const opening = files.filter((file) => opener.test(textOf(file)))
    expect(opening.toSorted()).toEqual(Object.keys(allowed).toSorted())
    for (const [file, listening] of Object.entries(allowed)) expect(textOf(file), file).toMatch(listening)
  })

  it('a timer whose callback is asynchronous catches what it throws', () => {
    const wrong = files.filter((file) =>
      [...textOf(file).matchAll(/set(?:Interval|Timeout|Immediate)\(async [^{]*\{\s*(\w+)/g)].some(
        ([, first]) => first !== 'try',
      ),
    )
    expect(wrong).toEqual([])
  })
})
