import type { ModelTask, UploadTask } from '@walkaround/catalog/tasks'
import type { TransactionContext } from '../core/platform/context.ts'
import type { ImageResult, Run } from '../inspection/tasks/run.ts'
import type { AnalyzedImage } from './analyzed-image.ts'
import type { AnalysisContext } from './working-picture.ts'

/** A replay writes nothing and never takes an earlier result; the first run of a task may take one. */
export type Occasion = 'first_run' | 'later_run' | 'replay'

/** What a folder of `tasks` exports: all that the service needs to know of a task that models do. */
export type TaskAnalysis = {
  /** The models it asks. A worker that lacks one says so before a task needs it. */
  models: readonly string[]
  /** The result on one picture, with what it was made with. */
  run: (ctx: AnalysisContext, image: AnalyzedImage, occasion: Occasion) => Promise<ImageResult>
  /** Turns the results of all pictures into rows, in the transaction that ends the run. */
  conclude: (ctx: TransactionContext, run: Run) => Promise<void>
}

/** Looks at a picture right after its upload, whatever the state of its tasks. Nobody waits for a deleted picture. */
export type AtUpload = {
  atUpload: (ctx: AnalysisContext, inspectionId: string, imageId: string) => Promise<void>
}

export type TaskAnalyses = {
  [Name in ModelTask]: TaskAnalysis &
    (Name extends UploadTask ? AtUpload : Partial<Record<keyof AtUpload, never>>)
}
