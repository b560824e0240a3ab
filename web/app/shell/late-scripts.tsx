import { Children, isValidElement, type ReactElement, type ReactNode, use, useEffect } from 'react'
import { Scripts } from 'react-router'
import source from '../start-late.js?raw'
import { NonceContext } from '../nonce.ts'
import { withoutComments } from './without-comments.ts'

interface ElementProps {
  children?: ReactNode
  rel?: string
  href?: string
  type?: string
  dangerouslySetInnerHTML?: { __html: string }
}

/** `Scripts` renders elements of the page and nothing else, so it can be asked for them. */
const useRouterScripts = Scripts as (props: object) => ReactNode

/** The elements, out of their fragments. */
const flatten = (node: ReactNode): ReactElement<ElementProps>[] =>
  Children.toArray(node).flatMap((child) => {
    if (!isValidElement<ElementProps>(child)) return []
    return typeof child.type === 'string' ? [child] : flatten(child.props.children)
  })

/** What the page has of the router's scripts: its data, and what starts its code. */
function ServerScripts() {
  const nonce = use(NonceContext)
  const elements = flatten(useRouterScripts({}))
  const files = elements.flatMap(({ props }) => (props.rel === 'modulepreload' ? props.href : []))
  return elements
    .filter(({ type }) => type === 'script')
    .map(({ key, props: { type, dangerouslySetInnerHTML } }) => {
      const code = dangerouslySetInnerHTML?.__html ?? ''
      const late = type === 'module' && { 'data-code': code, 'data-files': files.join(' ') }
      return (
        <script
          key={key}
          {...late}
          nonce={nonce}
          dangerouslySetInnerHTML={{ __html: late ? withoutComments(source) : code }}
        />
      )
    })
}

const ran = <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />

/** The same elements, which the browser has run. */
function BrowserScripts() {
  useEffect(() => void dispatchEvent(new Event('page-works')), [])
  return (
    <>
      {ran}
      {ran}
    </>
  )
}

/**
 * The router's scripts, whose code is asked for once the styles are there: asked for earlier, it would share the line with what the
 * first paint waits for. Until then the page can be read, and its links followed; a button that is pressed waits.
 */
export const LateScripts = import.meta.env.SSR ? ServerScripts : BrowserScripts
