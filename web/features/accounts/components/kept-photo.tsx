import { Text } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import classes from './kept-photo.module.css'

const never = () => () => {}

/** Says what becomes of a tried photo, beside its preview where the person comes straight from it. */
export function KeptPhoto({ text }: { text: string }) {
  const state = useLocation().state as { preview?: string } | null
  // The browser remembers it when the page is loaded again; the server, which renders it then, does not know it.
  const preview = useSyncExternalStore(
    never,
    () => state?.preview,
    () => undefined,
  )
  const [isGone, setGone] = useState(false)
  if (preview === undefined || isGone) return <Text mb="md">{text}</Text>
  return (
    <div className={classes.photo}>
      <img src={preview} alt="" width={80} height={80} onError={() => setGone(true)} />
      <Text>{text}</Text>
    </div>
  )
}
