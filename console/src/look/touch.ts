/** Up to which width something is as high as a finger. In pixels: the root is smaller than Tailwind's steps are made for. */
export const TOUCH = {
  sm: 'max-sm:h-[44px]',
  md: 'max-md:h-[44px]',
  lg: 'max-lg:h-[44px]',
} as const
