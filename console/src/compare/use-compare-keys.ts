import { useMemo } from 'react'
import type { Key } from '../review/keys/keys.ts'
import type { CompareScope } from './compare-context.ts'
import { chooseMode } from './screen-store.ts'
import { seenPairOf } from './stage/seen.ts'
import { VERDICT_KEYS } from './verdicts.ts'

export const KEY_GROUPS = ['places', 'decide', 'views', 'all'] as const
export type CompareKey = Key<(typeof KEY_GROUPS)[number]>

/** In the order they are shown. The first that means something now is the one. */
export function useCompareKeys(scope: CompareScope): CompareKey[] {
  return useMemo(() => {
    const { screen, actions, canEdit, compared, place, isValidated, later } = scope
    const isAligned = seenPairOf(scope).overlay !== null
    const edit = (key: Omit<CompareKey, 'group' | 'isEdit'>): CompareKey => ({
      isOn: canEdit,
      ...key,
      group: 'decide',
      isEdit: true,
    })
    return [
      { name: 'next', keys: ['j', 'ArrowDown'], group: 'places', run: () => actions.step(1) },
      { name: 'previous', keys: ['k', 'ArrowUp'], group: 'places', run: () => actions.step(-1) },
      { name: 'previous_pair', keys: ['ArrowLeft'], group: 'places', run: () => actions.stepPair(-1) },
      { name: 'next_pair', keys: ['ArrowRight'], group: 'places', run: () => actions.stepPair(1) },
      edit({ name: 'agree', keys: ['a'], run: actions.agree }),
      edit({ name: 'agree_rest', keys: ['Shift+a'], run: actions.agreeWithRest }),
      ...VERDICT_KEYS.map((verdict, n) =>
        edit({ name: `answer_${verdict}`, keys: [String(n + 1)], run: () => actions.answer(verdict) }),
      ),
      edit({ name: 'reject', keys: ['x'], run: actions.reject }),
      edit({ name: 'restore', keys: ['Shift+x'], run: actions.restore }),
      edit({ name: 'charge', keys: ['c'], run: actions.charge }),
      edit({
        name: 'note',
        keys: ['n'],
        isOn: canEdit && place !== null,
        run: () => screen.setState({ isNoting: true, asked: null }),
      }),
      { name: 'side', keys: ['s'], group: 'views', run: () => chooseMode(screen, 'side') },
      { name: 'swipe', keys: ['w'], group: 'views', isOn: isAligned, run: () => chooseMode(screen, 'swipe') },
      { name: 'onion', keys: ['o'], group: 'views', isOn: isAligned, run: () => chooseMode(screen, 'onion') },
      {
        name: 'slide_left',
        keys: ['[', '{'],
        group: 'views',
        isOn: isAligned,
        run: (event) => actions.slide(-1, Boolean(event?.shiftKey)),
      },
      {
        name: 'slide_right',
        keys: [']', '}'],
        group: 'views',
        isOn: isAligned,
        run: (event) => actions.slide(1, Boolean(event?.shiftKey)),
      },
      {
        name: 'blink',
        keys: ['b'],
        group: 'views',
        isOn: isAligned,
        run: () => screen.setState({ isBlinking: true }),
      },
      { name: 'zoom_in', keys: ['+', '='], group: 'views', run: () => actions.zoomBy(1.4) },
      { name: 'zoom_out', keys: ['-'], group: 'views', run: () => actions.zoomBy(1 / 1.4) },
      {
        name: 'to_place',
        keys: ['z'],
        group: 'views',
        run: () => screen.setState({ look: 'place', ownLook: 'place' }),
      },
      {
        name: 'fit',
        keys: ['f', '0'],
        group: 'views',
        run: () => screen.setState({ look: 'whole', ownLook: 'whole' }),
      },
      { name: 'whole', keys: ['g'], group: 'views', run: actions.switchWhole },
      {
        name: 'link',
        keys: ['l'],
        group: 'views',
        run: () => screen.setState(({ isLinked }) => ({ isLinked: !isLinked })),
      },
      { name: 'undo', keys: ['Ctrl+z'], group: 'all', isEdit: true, isOn: canEdit, run: actions.undo },
      {
        name: 'redo',
        keys: ['Ctrl+Shift+z', 'Ctrl+y'],
        group: 'all',
        isEdit: true,
        isOn: canEdit,
        run: actions.redo,
      },
      {
        name: 'paper',
        keys: ['p'],
        group: 'all',
        isOn: compared.status === 'DONE',
        run: () => screen.setState({ dialog: 'paper' }),
      },
      {
        name: 'validate',
        keys: ['Ctrl+Enter'],
        group: 'all',
        isEdit: true,
        isOn: canEdit && !isValidated && !later.isGone,
        run: () => screen.setState({ dialog: 'validate' }),
      },
      {
        name: 'back',
        keys: ['Escape'],
        group: 'all',
        run: () => screen.setState({ asked: null, isNoting: false, look: 'place', ownLook: 'place' }),
      },
      { name: 'keys', keys: ['?'], group: 'all', run: () => screen.setState({ dialog: 'keys' }) },
    ]
  }, [scope])
}
