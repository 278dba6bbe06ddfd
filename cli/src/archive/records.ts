/** What an import reads of an exported inspection. The records are in the form of the wire. */
export type ArchivedInspection = {
  status: string
  related_inspection_id: string | null
  additional_data: object
  vehicle: object
  tasks: {
    name: string
    status: string
    arguments: object
    images: { image_id: string; details?: object }[]
  }[]
  images: ArchivedImage[]
  damages: ArchivedDamage[]
  parts: { id: string; part_type: string }[]
  wheel_analysis: object[]
  documents: object[]
  severity_results: object[]
}

export type ArchivedImage = {
  id: string
  deleted_at: string | null
  tasks: string[]
  seen_from?: string
  views: { element_id: string; deleted_at: string | null; image_region: Region }[]
}

type Region = { image_id: string; specification: object }

export type ArchivedDamage = {
  id: string
  deleted_at: string | null
  damage_type: string
  damage_size_cm: number | null
  part_ids: string[]
}

export type PictureParameters = { data: { image_id: string; compliances: object }[] }
