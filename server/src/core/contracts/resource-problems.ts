import type { ProblemRow } from './problem-row.ts'

/** What can be wrong with pictures, tasks, corrections and reports. */
export const RESOURCE_PROBLEMS = {
  task_already_started: {
    status: 409,
    title: 'The task has already started',
    cause: 'The task is running or has run. Its pictures and arguments are fixed once it starts.',
    fix: 'Create another inspection. A started task cannot be edited and takes no more images.',
  },
  task_transition_refused: {
    status: 409,
    title: 'The task cannot change to this status',
    cause:
      'A task goes through NOT_STARTED, TODO, IN_PROGRESS, DONE and VALIDATED. The requested step is not allowed from its current status.',
    fix: 'See `task_status` for the current status and `allowed` for the possible next ones.',
  },
  inspection_not_done: {
    status: 409,
    title: 'The inspection is not done yet',
    cause: 'Some tasks have not started, are still running, or ended in ERROR. `errors` names each of them.',
    fix: 'Start or finish these tasks, then validate the inspection again.',
  },
  task_running: {
    status: 409,
    title: 'The task is still running',
    cause: 'A task can be run again once its last run is over.',
    fix: 'Wait until the task is DONE or ERROR, or finish it by hand. Then run it again.',
  },
  task_not_run: {
    status: 409,
    title: 'The task has not run yet',
    cause: 'Only a task that has run can be run again.',
    fix: 'Start the task by setting its status to `TODO`.',
  },
  task_not_replayable: {
    status: 409,
    title: 'The task cannot be replayed',
    cause:
      'Only a finished run of a task done by a model can be replayed. This task has not finished, or a person completed it before a model looked at any picture.',
    fix: 'See `task_status`. Wait until a model has done the task.',
  },
  image_in_use: {
    status: 409,
    title: "The status of one of the image's tasks does not allow deleting it",
    cause: 'A task that uses the image has a status that `authorized_tasks_statuses` does not list.',
    fix: 'See `task_name` and `task_status`. To delete the image anyway, list that status.',
  },
  view_not_restorable: {
    status: 409,
    title: "The view's damage or picture is deleted",
    cause:
      'The damage or the image of the view was deleted. `resource` says which, and `resource_id` is its ID.',
    fix: 'Restore the damage, which also restores the views deleted with it. A view of a deleted picture stays deleted.',
  },
  pricing_replaced: {
    status: 409,
    title: 'The part or vehicle already has another price',
    cause: 'A part or vehicle has one price, and someone set another one after this one was deleted.',
    fix: 'See `pricing_id` and `version` for the current price. Change it, or delete it first.',
  },
  image_too_large: {
    status: 413,
    title: 'The picture exceeds the size limit',
    cause: 'The file is larger than the service accepts.',
    fix: 'Send a smaller picture. `limit_bytes` names the limit.',
  },
  report_language_unknown: {
    status: 422,
    title: 'Reports are not written in that language',
    cause: 'There are no words for it. `known` lists the languages reports are written in.',
    fix: 'Ask for one of `known`, with or without a country, such as `fr` or `fr-CH`; without `language` it is English.',
  },
  report_too_large: {
    status: 413,
    title: 'The PDF exceeds the size limit',
    cause: 'The file is larger than the service accepts.',
    fix: 'Send a smaller PDF. `limit_bytes` names the limit.',
  },
  image_unsupported: {
    status: 415,
    title: 'The file is not a JPEG, PNG, WebP or HEIC picture',
    cause: 'The first bytes do not match a picture format the service decodes.',
    fix: 'Send a picture in one of these formats. The service checks the bytes, not the declared type.',
  },
  report_unsupported: {
    status: 415,
    title: 'The file is not a PDF',
    cause: 'The file does not start like a PDF.',
    fix: 'Send a PDF. The service checks the bytes, not the declared type.',
  },
  report_active: {
    status: 422,
    title: 'The PDF contains active or hidden content',
    cause:
      'The file contains scripts, actions on opening, embedded files or forms, is encrypted, or cannot be checked. `found` names the reason.',
    fix: 'Print the document to a plain PDF and send that file.',
  },
  image_too_many_pixels: {
    status: 422,
    title: 'The picture has too many pixels',
    cause: 'Width times height exceeds the limit.',
    fix: 'Send a smaller picture. `limit_pixels` names the limit.',
  },
  image_corrupt: {
    status: 422,
    title: 'The picture cannot be decoded',
    cause: 'The file starts like a picture but cannot be decoded to the end.',
    fix: 'Take or export the picture again. Its data is damaged.',
  },
  image_file_missing: {
    status: 422,
    title: 'The file part named in acquisition.file_key is missing',
    cause: 'The JSON names a file part that is not in the request.',
    fix: 'Give the file part the name in `acquisition.file_key`.',
  },
  part_not_set: {
    status: 422,
    title: 'The part is not known',
    cause:
      'Severities and prices belong to a part. `ignore` stands for damages whose part is not known, which have nothing in common.',
    fix: 'Set the part of the damage first, then the severity or price of that part. Use `related_item_type: vehicle` to price the whole vehicle.',
  },
  image_download_failed: {
    status: 422,
    title: 'The picture could not be downloaded from its URL',
    cause:
      'The address is not public, did not respond in time, responded with a status other than 200, or did not return a picture.',
    fix: 'Use a public https URL that responds with 200 within the time limit and returns one picture.',
  },
  images_too_many: {
    status: 422,
    title: 'The inspection has reached its limit of images',
    cause: 'The inspection already has as many images as allowed.',
    fix: 'Create another inspection. `limit` names the limit.',
  },
  limit_reached: {
    status: 422,
    title: 'The inspection has reached a limit',
    cause:
      'The number of resources of each kind is limited, including deleted ones. `resource` and `limit` name the kind and the limit.',
    fix: 'Create another inspection.',
  },
  task_not_in_inspection: {
    status: 422,
    title: 'The inspection does not have this task',
    cause: 'A picture names a task that the inspection was not created with.',
    fix: 'Create the inspection with every task you plan to run.',
  },
  task_unknown: {
    status: 422,
    title: 'Unknown task',
    cause: 'There is no task with this name.',
    fix: 'See `known` for the valid names.',
  },
  task_not_available: {
    status: 422,
    title: 'No model is installed for this task',
    cause: 'The installation has no model for this task, and a person cannot do it either.',
    fix: 'Install a model for the task, or start another task.',
  },
  task_has_no_pictures: {
    status: 422,
    title: 'The task has no pictures',
    cause: 'No picture of the inspection names this task, so there is nothing to analyze.',
    fix: 'Add pictures that list the task in `tasks`, then start it.',
  },
  estimate_not_made: {
    status: 422,
    title: 'There is no estimate yet',
    cause: 'No one has requested an estimate for this inspection, or damage detection is still running.',
    fix: 'Start the task `repair_estimate` or `pricing`, or send POST to the same path.',
  },
  estimate_table_missing: {
    status: 422,
    title: 'No estimate table covers this request',
    cause: 'The operator has no table for the region, no such wear rules, or a table in another currency.',
    fix: 'Use a region and wear rules that `errors` lists, or leave them out.',
  },
  report_failed: {
    status: 409,
    title: 'The report could not be created',
    cause:
      "All attempts to create the PDF failed. The reason is in `errors` and, in full, in the worker's log.",
    fix: 'Request the report again with POST to the same path. If it fails again, contact the operator.',
  },
  report_file_missing: {
    status: 422,
    title: 'The file part pdf_data is missing',
    cause: 'Uploading a report requires a multipart request with the parts `json` and `pdf_data`.',
    fix: 'Send the PDF in a file part named `pdf_data`.',
  },
  report_not_requested: {
    status: 422,
    title: 'PDF has not been required to be generated',
    cause: 'No one has requested a report for this inspection, and none was uploaded.',
    fix: 'Request it with POST to the same path.',
  },
  report_erased: {
    status: 410,
    title: 'The PDF of the report was erased',
    cause: 'A retention rule of your organization erases PDFs after a number of days. `erased_at` says when.',
    fix: 'Request a new report with POST to the same path, or open your copy of the PDF.',
  },
  report_not_ready: {
    status: 422,
    title: 'PDF is not ready yet',
    cause: 'The report was requested but is not finished.',
    fix: 'Try again in a few seconds.',
    retryable: true,
  },
  inspection_held: {
    status: 409,
    title: 'An inspection is held',
    cause:
      'Somebody has said that it must stay, or one that it is compared with: their comparison would go, too. `held_count` says how many of those to erase must stay.',
    fix: 'List them with `GET /v1/holds`. Release them, then try again.',
  },
  inspection_being_erased: {
    status: 409,
    title: 'The inspection is being erased',
    cause: 'Its erasure has begun and cannot be stopped.',
    fix: 'None. The erasure ends with a receipt.',
  },
  webhook_endpoint_disabled: {
    status: 409,
    title: 'The webhook endpoint is disabled',
    cause:
      'Nothing is sent to this endpoint. Someone disabled it, it answered 410, or it failed for five days without a success. See `disabled_reason`.',
    fix: 'Send PATCH with `is_enabled: true` first.',
  },
  webhook_endpoints_too_many: {
    status: 422,
    title: 'The organization has reached its limit of webhook endpoints',
    cause:
      'Every event is sent to every endpoint, so the operator limits their number. `limit` names the limit.',
    fix: 'Delete an endpoint you no longer use, or ask the operator to raise `webhook_endpoints_max`.',
  },
  quota_bytes_stored: {
    status: 422,
    title: 'The organization has used up its storage quota',
    cause:
      'Pictures and reports of the organization take `used` bytes, and the operator allows `limit`. Deleted ones count until their files are removed.',
    fix: 'Ask the operator to raise `bytes_stored_max`, then send the file again.',
  },
  quota_inspections_per_day: {
    status: 429,
    title: 'The organization has reached its daily limit of inspections',
    cause: 'The operator allows `limit` inspections per day. The day ends at midnight UTC.',
    fix: 'Wait for the time in `Retry-After`, or ask the operator to raise `inspections_per_day_max`.',
    retryable: true,
  },
  webhook_replay_too_large: {
    status: 422,
    title: 'The period contains too many events to resend at once',
    cause: 'There are more than `limit` events between `since` and `until`.',
    fix: 'Resend shorter periods one after another.',
  },
  view_image_missing: {
    status: 422,
    title: 'The view has no image',
    cause: 'A view needs `image_id`, or a `new_image` with its acquisition.',
    fix: 'Send the ID of an image of the inspection, or a new image.',
  },
  view_region_missing: {
    status: 422,
    title: 'The view has no region',
    cause: 'A view needs `polygons` with points, or a `bounding_box`.',
    fix: 'Send at least one of them, in pixels of the upright picture.',
  },
  view_outside_image: {
    status: 422,
    title: 'The region is outside the picture',
    cause: 'No point of the region is inside the picture. `image_width` and `image_height` give its size.',
    fix: 'Give pixels of the upright picture, counted from its upper left corner.',
  },
} as const satisfies Record<string, ProblemRow>
