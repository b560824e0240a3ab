import type { EditorDocument } from './editor-document.ts'

/** Names of the files that a document needs. */
export const assetsOf = ({
  base: { asset, selection },
  operations: steps,
  pending,
}: EditorDocument): Set<string> =>
  new Set([
    asset,
    ...(pending?.kind === 'paste' ? [pending.mask] : []),
    ...[...selection, ...steps].flatMap((one) => ('asset' in one ? [one.asset] : [])),
  ])
