import { ModelUnavailable } from './inference/model.ts'

/** Asks a model that a task can do without, and notes that it was asked. Null when the model is missing. */
export async function askIfInstalled<Answer>(
  asked: string[],
  name: string,
  ask: () => Promise<Answer>,
): Promise<Answer | null> {
  try {
    const answer = await ask()
    if (!asked.includes(name)) asked.push(name)
    return answer
  } catch (error) {
    if (error instanceof ModelUnavailable) return null
    throw error
  }
}
