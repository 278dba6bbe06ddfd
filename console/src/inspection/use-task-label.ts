import { TASK_NAMES } from '@walkaround/catalog/tasks'
import { useLabels } from '../look/use-labels.ts'

/** The name of a task in words; one this version does not know keeps its own. */
export function useTaskLabel(): (name: string) => string {
  const labels = useLabels()
  return (name) => {
    const known = TASK_NAMES.find((one) => one === name)
    return known ? labels.tasks[known] : name
  }
}
