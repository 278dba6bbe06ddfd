import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { stackValue } from '../../testing/stack.ts'
import { requestS3 } from '../src/s3-request.ts'
import { readSettings } from '../src/settings.ts'

const settings = readSettings()
const command = promisify(execFile)
const stack = (...args: string[]) => command(join(settings.root, 'dev/stack'), args)
const ofObjects = settings.isLight
  ? ['folder-store.pid']
  : ['objects/ceph-mon.pid', 'objects/ceph-osd.pid', 'objects/radosgw.pid']
const pidFiles = ['postgres/data/postmaster.pid', ...ofObjects, 'issuer.pid']
const readPids = () => pidFiles.map((file) => readFileSync(join(settings.dir, file), 'utf8').split('\n')[0])

describe('status', () => {
  it('shows every engine up', async () => {
    const { stdout } = await stack('status')
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split(/\s{2,}/).slice(0, 2)),
    ).toEqual([
      ['PostgreSQL', 'up'],
      ['S3 objects', 'up'],
      ['OIDC issuer', 'up'],
    ])
  })

  it('fails where there is no stack', async () => {
    const elsewhere = { ...process.env, STACK_DIR: join(settings.dir, 'nowhere'), STACK_PORT_BASE: '17900' }
    const failure = command(join(settings.root, 'dev/stack'), ['status'], { env: elsewhere })
    await expect(failure).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^PostgreSQL +down/),
    })
  })
})

describe('up', () => {
  it('starts nothing when the stack runs already', async () => {
    const before = readPids()
    const { stdout } = await stack('up')
    expect(stdout).toContain('already running')
    expect(readPids()).toEqual(before)
  })

  it('keeps the settings file private', () => {
    expect(statSync(settings.envFile).mode & 0o777).toBe(0o600)
  })

  it('has made a bucket that only its key opens', async () => {
    const url = new URL(`/${stackValue('S3_BUCKET')}`, stackValue('S3_ENDPOINT'))
    const key = {
      accessKeyId: stackValue('S3_ACCESS_KEY_ID'),
      secretAccessKey: stackValue('S3_SECRET_ACCESS_KEY'),
    }
    expect(await requestS3('HEAD', url, key, 60_000)).toBe(200)
    expect(await requestS3('HEAD', url, { ...key, secretAccessKey: 'wrong' }, 60_000)).toBe(403)
  })
})

describe('token', () => {
  it('prints nothing but the token', async () => {
    const { stdout } = await command(join(settings.root, 'dev/token'), ['alder-manager'])
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
  })

  it('fails without output for an unknown client', async () => {
    const failure = command(join(settings.root, 'dev/token'), ['nobody'])
    await expect(failure).rejects.toMatchObject({ code: 1, stdout: '' })
  })
})

describe('unknown commands', () => {
  it('show the usage', async () => {
    await expect(stack('dance')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Usage: dev/stack'),
    })
  })
})
