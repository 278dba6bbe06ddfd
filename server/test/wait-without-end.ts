import { vi } from 'vitest'
import { systemClock } from '../src/core/platform/clock.ts'

/** The time within which a result has to be there never ends, as a busy machine may need more of it: who waits in vain gets no answer. */
export async function waitWithoutEnd<T>(ask: () => Promise<T>): Promise<T> {
  const clock = vi.spyOn(systemClock, 'nowMs').mockReturnValue(Date.now())
  try {
    return await ask()
  } finally {
    clock.mockRestore()
  }
}
