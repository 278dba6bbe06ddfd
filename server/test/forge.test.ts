import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { WINGS } from './wings.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

describe('what the forge reads', () => {
  it('owners of every wing, and of folders that exist', () => {
    const owned = [...read('.github/CODEOWNERS').matchAll(/^(\/\S+) @walkaround\/[a-z]+$/gm)].map(
      ([, place = '']) => place,
    )
    expect(owned.filter((place) => !existsSync(join(root, place)))).toEqual([])
    expect(owned).toEqual(expect.arrayContaining(Object.keys(WINGS).map((wing) => `/server/src/${wing}/`)))
  })

  it('updates for every lockfile and for the actions', () => {
    const { updates } = parse(read('.github/dependabot.yml'))
    const workspaces = globSync('{.,*}/pnpm-lock.yaml', { cwd: root }).map((file) => join('/', dirname(file)))
    const places = updates.map((update: Record<string, string>) => [
      update['package-ecosystem'],
      update.directory,
    ])
    expect(places.toSorted()).toEqual(
      [['github-actions', '/'], ...workspaces.map((folder) => ['npm', folder])].toSorted(),
    )
  })

  it('forms that ask for something', () => {
    for (const file of globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: root })) {
      const form = parse(read(file))
      if (file.endsWith('config.yml')) expect(form).toEqual({ blank_issues_enabled: false })
      else expect(form.body.some(({ id }: { id?: string }) => id)).toBe(true)
    }
  })

  it('a development container like the machine of the gate, whose programs exist', () => {
    const container = JSON.parse(read('.devcontainer/devcontainer.json'))
    expect(container.image).toBe(parse(read('.github/workflows/ci.yml')).jobs.gate.container.image)
    const commands = `${container.onCreateCommand} ${container.postStartCommand}`
    const programs = commands.match(/dev\/[a-z]+/g) ?? []
    expect(programs).toEqual(['dev/setup', 'dev/stack'])
    expect(programs.filter((program) => !existsSync(join(root, program)))).toEqual([])
  })
})
