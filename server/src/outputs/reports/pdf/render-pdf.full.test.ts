import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LANGUAGES } from '@walkaround/catalog/languages'
import { afterAll, it } from 'vitest'
import { requireForm } from '../../../../test/report-forms.ts'
import { PAPERS } from '../../../core/platform/setting-mistakes.ts'

const folder = mkdtempSync(join(tmpdir(), 'report-forms-'))
afterAll(() => rmSync(folder, { recursive: true }))

const forms = LANGUAGES.flatMap((language) => PAPERS.map((paper) => ({ language, paper })))

it.each(forms)('a report has all words of $language and fits $paper', (form) =>
  requireForm(join(folder, 'form.pdf'), form),
)
