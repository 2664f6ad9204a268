import type { DataReader, PageHeader } from "hyparquet";
import type { ByteSource } from "../../byte-source.js";
import { readExactly } from "../shared/reading.js";
import type { LogicalType } from "./logical-type.js";
import { checkPage, isDataPage, type Page, type ReadHeader, valuesIn } from "./pages.js";
import { missingValues, type PageDecoder } from "./read-column-chunk.js";

/** Headers are a few dozen bytes; those with long statistics may have some thousand. */
const headerBytes = 1 << 12;
const longestHeader = 1 << 22;

/** Reads one column chunk page by page, so that a row group of any size takes a page per column. */
export class ColumnCursor {
  private page: Float64Array | string[] = [];
  private at = 0;
  private length = 0;

  constructor(
    private readonly source: ByteSource,
    private start: number,
    private readonly end: number,
    private readonly type: LogicalType,
    private readonly decoder: PageDecoder,
    private readonly readHeader: ReadHeader,
  ) {}

  /** The next values, exactly so many. */
  async read(count: number): Promise<Float64Array | string[]> {
    const values = missingValues(this.type, count);
    for (let filled = 0; filled < count; ) {
      if (this.at === this.length) await this.nextPage();
      const taken = Math.min(count - filled, this.length - this.at);
      for (let i = 0; i < taken; i++) values[filled + i] = this.page[this.at + i];
      this.at += taken;
      filled += taken;
    }
    return values;
  }

  private async nextPage(): Promise<void> {
    for (;;) {
      const page = await this.readPage();
      const count = isDataPage(page.header) ? valuesIn(page.header) : 0;
      this.page = missingValues(this.type, count);
      this.length = this.decoder.decode(page, this.page, 0);
      this.at = 0;
      if (this.length > 0) return;
    }
  }

  private async readPage(): Promise<Page> {
    for (let size = headerBytes; ; size *= 4) {
      if (this.start >= this.end) throw new Error("a column has too few values");
      const bytes = await readExactly(this.source, this.start, Math.min(this.end, this.start + size));
      const reader: DataReader = {
        view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
        offset: 0,
      };
      let header: PageHeader;
      try {
        header = this.readHeader(reader);
      } catch (error) {
        if (bytes.length < size || size >= longestHeader) throw error;
        continue;
      }
      const bodyAt = this.start + reader.offset;
      checkPage(header, this.end - bodyAt);
      this.start = bodyAt + header.compressed_page_size;
      return { header, bytes: await readExactly(this.source, bodyAt, this.start) };
    }
  }
}
