/** Imports between what lies in one folder: of each folder, those that it imports. */
export type FolderGraph = Map<string, Set<string>>

/**
 * Reads imports of files as imports of folders: two files meet in the innermost folder that holds both, and what counts there is the
 * folder in it that each lies in. Files of that folder itself count for none, for they are what its folders share or are put together by,
 * unless `countsFiles` says that each of them counts like a folder.
 * @param imports of each file, the files that it imports
 * @returns by the folder that holds them
 */
export function folderGraphs(
  imports: ReadonlyMap<string, readonly string[]>,
  countsFiles: (holder: string) => boolean,
): Map<string, FolderGraph> {
  const graphs = new Map<string, FolderGraph>()
  for (const [file, targets] of imports) {
    for (const target of targets) {
      if (!imports.has(target)) continue
      const [from, to] = [file.split('/'), target.split('/')]
      let depth = 0
      while (from[depth] === to[depth] && depth < from.length - 1) depth += 1
      const holder = from.slice(0, depth).join('/')
      const meetsFile = depth >= from.length - 1 || depth >= to.length - 1
      if (meetsFile && !countsFiles(holder)) continue
      const graph = graphs.get(holder) ?? new Map<string, Set<string>>()
      graphs.set(holder, graph)
      const [one, other] = [from, to].map((parts) => parts.slice(0, depth + 1).join('/')) as [
        string,
        string,
      ]
      graph.set(one, (graph.get(one) ?? new Set()).add(other))
      if (!graph.has(other)) graph.set(other, new Set())
    }
  }
  return graphs
}
