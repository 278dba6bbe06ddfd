import { afterAll } from 'vitest'
import { requireStopped } from './unstopped.ts'

// Of all hooks the first, so it runs last.
afterAll(requireStopped)
