// The legacy build: the modern one needs a browser of this year, and phones keep theirs for longer.
import {
  getDocument,
  GlobalWorkerOptions,
  PDFDataRangeTransport,
  type PDFDocumentLoadingTask,
  PDFWorker,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- its URL, not an export
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import dingbats from 'pdfjs-dist/standard_fonts/FoxitDingbats.pfb?url'
import symbols from 'pdfjs-dist/standard_fonts/FoxitSymbol.pfb?url'
import jbig2 from 'pdfjs-dist/wasm/jbig2.wasm?url'
import openjpeg from 'pdfjs-dist/wasm/openjpeg.wasm?url'

GlobalWorkerOptions.workerSrc = worker

/** Files that few PDFs need, fetched on demand: decoders for scans, and the two standard fonts that no system has. */
const extraFiles: Record<string, string> = {
  'FoxitDingbats.pfb': dingbats,
  'FoxitSymbol.pfb': symbols,
  'jbig2.wasm': jbig2,
  'openjpeg.wasm': openjpeg,
}

class ExtraFilesFactory {
  async fetch({ filename }: { filename: string }) {
    const place = extraFiles[filename]
    if (!place) throw new Error(`${filename} is not offered`)
    return new Uint8Array(await (await fetch(place)).arrayBuffer())
  }
}

const firstBytes = 131_072

/**
 * Before the first page pdf.js reads where every page is, which in a scan is one chunk per page: smaller chunks mean
 * more round trips, larger ones more data.
 */
const chunkBytes = 32_768

/** `lost`: no connection, the rest may follow after a retry. `unreadable`: the file is broken, gone or replaced. */
export type PdfFailure = 'lost' | 'unreadable'

interface Options {
  /** Aborts all requests and the worker. */
  signal: AbortSignal
  /** Called when a needed range could not be fetched. */
  onFailure: (failure: PdfFailure) => void
}

export type OpenPdf = Awaited<ReturnType<typeof openPdf>>

/** Opens a PDF with range requests, fetching only what its reader looks at: most people pay for every megabyte. */
export async function openPdf(path: string, { signal, onFailure }: Options) {
  const reader = new PDFWorker() // its script loads while the first range does
  reader.promise.catch(() => {}) // aborted while loading: nobody waits for it
  let opening: PDFDocumentLoadingTask | undefined
  signal.addEventListener('abort', () => void Promise.resolve(opening?.destroy()).finally(() => reader.destroy()))

  const start = await fetchPart(path, { begin: 0, end: firstBytes, signal })
  const transport = new RangeTransport(path, start, { signal, onFailure })
  opening = getDocument({
    worker: reader,
    range: transport,
    rangeChunkSize: chunkBytes,
    disableAutoFetch: true,
    disableStream: true,
    BinaryDataFactory: ExtraFilesFactory,
    useWorkerFetch: false,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  const document = await opening.promise
  const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
  return { document, firstRatio: width / height, resume: () => transport.resume() }
}

interface Part {
  bytes: Uint8Array
  /** Size of the whole file, in bytes. */
  size: number
  etag: string | null
}

class ConnectionLost extends Error {}
const throwLost = (cause: unknown) => {
  throw new ConnectionLost('A part did not arrive', { cause })
}

interface PartRequest {
  begin: number
  end: number
  signal: AbortSignal
}

async function fetchPart(path: string, { begin, end, signal }: PartRequest): Promise<Part> {
  const answer = await fetch(path, { headers: { Range: `bytes=${begin}-${end - 1}` }, signal }).catch(throwLost)
  if (answer.status >= 500) throwLost(answer.status) // the server is down for a moment
  const size = Number(answer.headers.get('Content-Range')?.split('/')[1])
  if (answer.status !== 206 || !size) {
    await answer.body?.cancel() // it may be the whole file
    throw new Error('Not a part of a file')
  }
  const bytes = await answer.arrayBuffer().catch(throwLost)
  return { bytes: new Uint8Array(bytes), size, etag: answer.headers.get('ETag') }
}

class RangeTransport extends PDFDataRangeTransport {
  #path: string
  #etag: string | null
  #options: Options
  #lost: [begin: number, end: number][] = []

  constructor(path: string, start: Part, options: Options) {
    super(start.size, start.bytes, start.bytes.length === start.size)
    this.#path = path
    this.#etag = start.etag
    this.#options = options
  }

  override requestDataRange(begin: number, end: number) {
    void this.#fetch(begin, end)
  }

  /** Requests the lost ranges again: pages that wait for them go on where they stopped. */
  resume() {
    for (const [begin, end] of this.#lost.splice(0)) void this.#fetch(begin, end)
  }

  async #fetch(begin: number, end: number) {
    const { signal, onFailure } = this.#options
    try {
      const { bytes, etag } = await fetchPart(this.#path, { begin, end, signal })
      if (etag !== this.#etag) throw new Error('Another file by now')
      this.onDataRange(begin, bytes)
    } catch (error) {
      if (signal.aborted) return
      this.#lost.push([begin, end])
      onFailure(failureOf(error))
    }
  }
}

export function failureOf(error: unknown): PdfFailure {
  return error instanceof ConnectionLost ? 'lost' : 'unreadable'
}
