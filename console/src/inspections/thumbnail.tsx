import { CarFront } from 'lucide-react'
import { useState } from 'react'
import { classes } from '../look/class-names.ts'
import { renditionUrl } from '../review/pictures.ts'
import { useClient } from '../service/service-context.ts'

const SIDE = 256

/** The first picture, to know a vehicle again by. It says nothing that the row does not say in words. */
export function Thumbnail({ path, className }: { path: string | null; className: string }) {
  const { baseUrl } = useClient()
  const [isBroken, setBroken] = useState(false)
  const look = classes('shrink-0 rounded-control bg-raised object-cover', className)
  if (!path || isBroken)
    return (
      <span className={classes(look, 'grid place-items-center text-quiet')}>
        <CarFront aria-hidden className="size-5" />
      </span>
    )
  return (
    <img
      src={renditionUrl(baseUrl, path, SIDE)}
      alt=""
      loading="lazy"
      decoding="async"
      className={look}
      onError={() => setBroken(true)}
    />
  )
}
