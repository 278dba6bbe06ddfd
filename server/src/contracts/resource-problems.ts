import type { ProblemRow } from './problem-row.ts'

/** What can be wrong with pictures, tasks, corrections and reports. */
export const RESOURCE_PROBLEMS = {
  task_already_started: {
    status: 409,
    title: 'The task has already started',
    cause: 'The task runs or has run. Its pictures and arguments are fixed from its start on.',
    fix: 'A started task can no longer be edited and takes no more images. Create another inspection.',
  },
  task_transition_refused: {
    status: 409,
    title: 'The task cannot go from its status to that one',
    cause:
      'A task goes NOT_STARTED, TODO, IN_PROGRESS, DONE, VALIDATED; the step you asked for is not one of these.',
    fix: 'See `task_status` for where it is and `allowed` for where it can go.',
  },
  task_not_replayable: {
    status: 409,
    title: 'The task has no results that could be made again',
    cause:
      'Only a finished run of a task that a model does can be replayed. This task has not ended, or a person did it before a model had looked at any picture.',
    fix: 'See `task_status`; wait until a model has done the task.',
  },
  image_in_use: {
    status: 409,
    title: 'A task of the image is in a status that does not allow to delete it',
    cause: 'A task the image belongs to has a status that `authorized_tasks_statuses` does not list.',
    fix: 'See `task_name` and `task_status`; list that status if you want to delete the image all the same.',
  },
  view_not_restorable: {
    status: 409,
    title: 'What the view shows, or the picture it is on, is deleted',
    cause:
      'The damage or the image of the view was deleted; `resource` says which, and `resource_id` its id.',
    fix: 'Restore the damage, which brings back the views that went with it. A view of a deleted picture stays deleted.',
  },
  pricing_replaced: {
    status: 409,
    title: 'The part or vehicle has another price by now',
    cause: 'A part or vehicle has one price, and somebody gave it another one after this one was deleted.',
    fix: 'See `pricing_id` and `version` for the current one; delete it first, or change it.',
  },
  image_too_large: {
    status: 413,
    title: 'The picture is larger than the limit',
    cause: 'The file has more bytes than the service reads.',
    fix: 'Send a smaller picture; `limit_bytes` names the limit.',
  },
  report_too_large: {
    status: 413,
    title: 'The PDF is larger than the limit',
    cause: 'The file has more bytes than the service keeps.',
    fix: 'Send a smaller PDF; `limit_bytes` names the limit.',
  },
  image_unsupported: {
    status: 415,
    title: 'The bytes are not a JPEG, PNG, WebP or HEIC picture',
    cause: 'The first bytes are not those of a picture format the service decodes.',
    fix: 'Send a picture in one of these formats; the declared type does not matter, the bytes do.',
  },
  report_unsupported: {
    status: 415,
    title: 'The bytes are not a PDF',
    cause: 'The file does not begin as a PDF does.',
    fix: 'Send a PDF; the declared type does not matter, the bytes do.',
  },
  report_active: {
    status: 422,
    title: 'The PDF holds more than a document',
    cause:
      'The file has scripts, actions on opening, other files or forms inside, is encrypted, or cannot be looked at. `found` names what.',
    fix: 'Print it to a plain PDF and send that one.',
  },
  image_too_many_pixels: {
    status: 422,
    title: 'The picture has more pixels than the limit',
    cause: 'Width times height is above the limit.',
    fix: 'Send a smaller picture; `limit_pixels` names the limit.',
  },
  image_corrupt: {
    status: 422,
    title: 'The picture cannot be decoded',
    cause: 'The bytes begin like a picture and do not decode to the end.',
    fix: 'Take or export the picture again; its data is damaged.',
  },
  image_file_missing: {
    status: 422,
    title: 'No file part has the name given in acquisition.file_key',
    cause: 'The JSON names a file part that is not in the request.',
    fix: 'Name the file part like `acquisition.file_key`.',
  },
  image_download_failed: {
    status: 422,
    title: 'The picture could not be fetched from its URL',
    cause:
      'The address is not public, did not answer in time, answered something else than 200, or sent no picture.',
    fix: 'The URL must be public https, answer 200 within the time limit, and hold one picture.',
  },
  images_too_many: {
    status: 422,
    title: 'The inspection would have more images than the limit',
    cause: 'The inspection already has as many pictures as one may have.',
    fix: 'Create another inspection; `limit` names the limit.',
  },
  limit_reached: {
    status: 422,
    title: 'The inspection has as many of these as it may have',
    cause: 'Every quantity has a limit, deleted ones included; `resource` and `limit` name it.',
    fix: 'Create another inspection.',
  },
  task_not_in_inspection: {
    status: 422,
    title: 'The inspection has no such task',
    cause: 'A picture names a task that the inspection was not created with.',
    fix: 'Create the inspection with every task you will ever run on it.',
  },
  task_unknown: {
    status: 422,
    title: 'There is no task of that name',
    cause: 'The name is not one of a task.',
    fix: 'See `known` for the names.',
  },
  task_not_available: {
    status: 422,
    title: 'No model for this task is installed',
    cause: 'Neither a model of this installation nor a person can do this task.',
    fix: 'Install a model for the task, or start another one.',
  },
  estimate_not_made: {
    status: 422,
    title: 'There is no estimate yet',
    cause: 'Nobody has asked for an estimate of this inspection, or its damages are still being looked for.',
    fix: 'Start the task `repair_estimate` or `pricing`, or send POST on the same path.',
  },
  estimate_table_missing: {
    status: 422,
    title: 'This cannot be priced by the tables of this service',
    cause: 'The operator has no table for the region, no such wear rules, or a table in another currency.',
    fix: 'Name a region and wear rules that `errors` lists, or leave them out.',
  },
  report_failed: {
    status: 409,
    title: 'The report could not be made',
    cause:
      'Every attempt to make the PDF failed. The reason is in `errors` and, in full, in the log of the worker.',
    fix: 'Ask for it again with POST on the same path; if it fails again, tell the operator.',
  },
  report_file_missing: {
    status: 422,
    title: 'No file part is named pdf_data',
    cause: 'An uploaded report is a multipart request with the parts `json` and `pdf_data`.',
    fix: 'Send the PDF in a file part named `pdf_data`.',
  },
  report_not_requested: {
    status: 422,
    title: 'PDF has not been required to be generated',
    cause: 'Nobody has asked for a report of this inspection, and none was uploaded.',
    fix: 'Ask for it with POST on the same path.',
  },
  report_not_ready: {
    status: 422,
    title: 'PDF is not ready yet',
    cause: 'The report was asked for and is not finished.',
    fix: 'Ask again in a few seconds.',
    retryable: true,
  },
  webhook_endpoint_disabled: {
    status: 409,
    title: 'The webhook endpoint is disabled',
    cause:
      'Nothing is sent to it: somebody disabled it, it answered 410, or it answered nothing but failures for five days. See `disabled_reason`.',
    fix: 'Send PATCH with `is_enabled: true` first.',
  },
  webhook_endpoints_too_many: {
    status: 422,
    title: 'The organization has as many webhook endpoints as it may have',
    cause: 'Every event is sent to every endpoint, so the operator sets a limit; `limit` names it.',
    fix: 'Delete an endpoint you no longer use, or ask the operator to raise `webhook_endpoints_max`.',
  },
  quota_bytes_stored: {
    status: 422,
    title: 'The organization has used up its storage quota',
    cause:
      'Pictures and reports of the organization take `used` bytes; the operator allows `limit`. Deleted ones count as long as their files are kept.',
    fix: 'Ask the operator to raise `bytes_stored_max`, then send the file again.',
  },
  quota_inspections_per_day: {
    status: 429,
    title: 'The organization has created as many inspections today as it may',
    cause: 'The operator allows `limit` inspections a day; the day ends at midnight UTC.',
    fix: 'Wait as long as `Retry-After` says, or ask the operator to raise `inspections_per_day_max`.',
    retryable: true,
  },
  webhook_replay_too_large: {
    status: 422,
    title: 'The range holds more events than are sent again at once',
    cause: 'There are more events between `since` and `until` than `limit`.',
    fix: 'Ask for a shorter range, several times.',
  },
  view_image_missing: {
    status: 422,
    title: 'The view names no image',
    cause: 'A view needs `image_id`, or a `new_image` with its acquisition.',
    fix: 'Send the id of an image of the inspection, or a new image.',
  },
  view_region_missing: {
    status: 422,
    title: 'The view names no region',
    cause: 'A view needs `polygons` with points, or a `bounding_box`.',
    fix: 'Send at least one of them, in pixels of the upright picture.',
  },
  view_outside_image: {
    status: 422,
    title: 'The region lies outside the picture',
    cause: 'No point of the region is inside the picture, whose size is in `image_width` and `image_height`.',
    fix: 'Give pixels of the upright picture, from its upper left corner.',
  },
} as const satisfies Record<string, ProblemRow>
