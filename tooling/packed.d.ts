export function packPackages(destination: string): Promise<{ readonly name: string; readonly tarball: string }[]>
export function contentFaults(files: ReadonlyMap<string, string>): string[]
export function importFaults(pkg: object, files: ReadonlyMap<string, string>): string[]
