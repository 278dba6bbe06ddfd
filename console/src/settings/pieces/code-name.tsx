import { Fragment } from 'react'

/** A long name of the interface, which may only be broken where its words end. */
export function CodeName({ name }: { name: string }) {
  return (
    <code className="font-mono text-sm [overflow-wrap:anywhere]">
      {name.split(/(?<=[:_.])/).map((part, n, parts) => (
        <Fragment key={parts.slice(0, n + 1).join('')}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </code>
  )
}
