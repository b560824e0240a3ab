import type { ComponentProps } from 'react'
import { Deferred } from './deferred.tsx'
import type { Dialog } from './dialog.tsx'

const loadDialog = () => import('./dialog.tsx').then((module) => module.Dialog)

/** A `Dialog` of a page that has what stands in it from the start: its frame is loaded when it is first drawn. */
export function DeferredDialog(props: ComponentProps<typeof Dialog>) {
  return <Deferred load={loadDialog} props={props} />
}
