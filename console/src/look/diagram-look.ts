/** The drawing brings the colors of paper; at night its blank parts take those of the page. Severities stay as they are. */
export const DIAGRAM_LOOK = [
  '[&_[data-number]]:cursor-pointer [&_[data-part]]:cursor-pointer [&_svg]:h-auto [&_svg]:w-full',
  'dark:[&_.body:not([data-level])]:fill-raised dark:[&_.body:not([data-level])]:stroke-quiet',
  'dark:[&_.part:not([data-level])]:fill-raised dark:[&_.part:not([data-level])]:stroke-quiet',
  'dark:[&_.glass:not([data-level])]:fill-page dark:[&_.glass:not([data-level])]:stroke-quiet',
  'dark:[&_.well:not([data-level])]:fill-page dark:[&_.line]:stroke-quiet',
].join(' ')
