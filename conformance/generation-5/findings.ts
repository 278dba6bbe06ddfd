import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Checks, poll } from '../checks.ts'
import { pictureOf, sizeOfJpeg } from '../pictures.ts'
import { api, create, type Entities, member, read } from './client.ts'

const SAMPLES = fileURLToPath(new URL('../../../shared/data/damage/hitl-cc0/images/', import.meta.url))
const SAMPLES_COUNT = 6

/** What the review app shows of real pictures of damaged cars. Needs the sample pictures beside the checkout. */
export async function checkFindings(checks: Checks): Promise<void> {
  if (!existsSync(SAMPLES)) return console.error('no sample pictures: the findings of models are not checked')
  await checks.journey('see what models found', () => seeFindings(checks))
}

async function seeFindings(checks: Checks): Promise<void> {
  const id = await create([{ name: 'damage_detection', generateDamageVisualOutput: true }])
  for (const name of readdirSync(SAMPLES).sort().slice(0, SAMPLES_COUNT)) {
    const picture = pictureOf(readFileSync(`${SAMPLES}${name}`))
    await api.addImage({ uploadType: 'video_manual_photo', inspectionId: id, picture }, member)
  }
  const checked = await poll(
    () => read(id),
    ({ images }) => images.every((image) => image.status !== 'compliance_running'),
  )
  checks.equal(
    'no picture stays "running"',
    checked.images.filter((image) => image.status === 'compliance_running'),
    [],
  )
  await api.startInspectionTasks({ inspectionId: id, names: ['damage_detection'] }, member)
  const done = await poll(() => read(id, false), isDone)
  checks.must('the models end the task', isDone(done), done.tasks)
  checks.must('damages are found', done.damages.length > 0, done.damages)

  const imageOf = new Map(done.images.flatMap((image) => image.views.map((view) => [view, image])))
  for (const damage of done.damages) {
    const views = done.views.filter((view) => view.elementId === damage.id)
    checks.that('a damage is seen on a picture', views.length > 0, damage)
    checks.that('a damage is on a part', damage.parts.length > 0, damage)
    for (const view of views) {
      const polygons = view.imageRegion.specification.polygons ?? []
      const image = imageOf.get(view.id)
      checks.that(
        'its outline lies inside the picture',
        polygons.length > 0 &&
          polygons.flat().every(([x = -1, y = -1]) => x >= 0 && y >= 0 && isInside(x, y, image)),
        view.imageRegion,
      )
    }
  }
  const annotated = done.renderedOutputs.filter(
    ({ additionalData }) => additionalData?.description === 'rendering of detected damages',
  )
  checks.must('a picture with the damages drawn in is there', annotated.length > 0, done.renderedOutputs)
  const response = await fetch(annotated[0]?.path ?? '')
  const size = sizeOfJpeg(Buffer.from(await response.arrayBuffer()))
  checks.that('it opens without a token', response.status === 200 && size !== null, response.status)
}

function isInside(x: number, y: number, image: Entities['images'][number] | undefined): boolean {
  return image !== undefined && x <= image.width && y <= image.height
}

const isDone = ({ tasks }: Entities) =>
  tasks.some(({ name, status }) => name === 'damage_detection' && status === 'DONE')
