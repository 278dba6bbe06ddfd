const PATHS = {
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 13l4 4L19 7',
  warn: 'M12 4L2.5 20h19zM12 10v4M12 17v.5',
  camera: 'M4 8h3l2-3h6l2 3h3v11H4zM12 16.5a3.5 3.5 0 100-7 3.5 3.5 0 000 7z',
  torch: 'M8 3h8v4l-2 3v11h-4V10L8 7zM8 7h8M12 13v2',
  plus: 'M12 5v14M5 12h14',
  clock: 'M12 21a9 9 0 100-18 9 9 0 000 18zM12 7v5l3 2',
  shield: 'M12 3l8 3v6c0 5-3.500 8-8 9-4.500-1-8-4-8-9V6zM8.500 12l2.500 2.500 4.500-5',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 15a3 3 0 100-6 3 3 0 000 6z',
  people:
    'M9 11a3.500 3.500 0 100-7 3.500 3.500 0 000 7zM2.500 20c0-4 3-6 6.500-6s6.500 2 6.500 6M17 11a3 3 0 100-6M18 14c2.500.500 4 2.500 4 6',
  phone: 'M8 2h8a1 1 0 011 1v18a1 1 0 01-1 1H8a1 1 0 01-1-1V3a1 1 0 011-1zM11 18.500h2',
  cloud: 'M7 18a4.500 4.500 0 010-9 6 6 0 0111.500 1.500A4 4 0 0118 18M12 20v-7M9 15.500l3-3 3 3',
  noSignal: 'M4 20v-3M9 20v-7M14 20v-4M19 20V6M3 4l18 17',
  again: 'M4 5v5h5M4.500 10A8 8 0 1112 20a8 8 0 01-7-4',
  pin: 'M12 21s7-6.500 7-11.500a7 7 0 10-14 0C5 14.500 12 21 12 21zM12 12a2.500 2.500 0 100-5 2.500 2.500 0 000 5z',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  car: 'M3 16v-4l2-5.500h14L21 12v4zM3 12h18M6 16v2M18 16v2',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13',
} as const
export type IconName = keyof typeof PATHS

/** Decoration: the words beside it say the same. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
)
