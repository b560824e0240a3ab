import { access, constants, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'

/**
 * Whether a command's first word is a program that can be run: a path, or a name in one of the folders of PATH.
 * @param paths folders to look in, as in PATH
 */
export async function isProgram(name: string, paths = process.env['PATH'] ?? ''): Promise<boolean> {
  // A relative path is one from the folder of a run, in which there is no program.
  if (name.includes('/') && !isAbsolute(name)) return false
  const places = isAbsolute(name) ? [name] : paths.split(delimiter).map((path) => join(path, name))
  for (const place of places) if (await canRun(place)) return true
  return false
}

async function canRun(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK)
    return (await stat(file)).isFile()
  } catch {
    return false
  }
}
