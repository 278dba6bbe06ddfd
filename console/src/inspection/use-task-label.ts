import { useLabels } from '../look/use-labels.ts'

/** The name of a task in words; one this version does not know keeps its own. */
export function useTaskLabel(): (name: string) => string {
  const words = new Map(Object.entries<string>(useLabels().tasks))
  return (name) => words.get(name) ?? name
}
