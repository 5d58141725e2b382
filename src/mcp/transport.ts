/**
 * JSON-RPC messages, one per line, over two streams. Used by `server.ts`. Unlike the SDK's transport it answers an
 * invalid message with an error, drops a line that is far too long, and answers requests that came before the input
 * ended.
 */
import type { Readable, Writable } from "node:stream";
import {
  INVALID_REQUEST,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  PARSE_ERROR,
  parseJSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/server";
import { isTooDeep } from "../text/json.js";

/** Longer than any entry; a longer line is dropped while it is read. */
export const LONGEST_LINE = 4 * 1024 * 1024;
/** The time for last answers after the client closed its end. */
const LAST_ANSWERS_MS = 700;

const LINE_END = 0x0a;

/** Splits bytes into lines; a line longer than {@link LONGEST_LINE} is `undefined`. */
class Lines {
  #pieces: Buffer[] = [];
  #size = 0;
  #tooLong = false;

  *take(chunk: Buffer): Generator<string | undefined> {
    let from = 0;
    for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, from)) {
      this.#keep(chunk.subarray(from, end));
      yield this.#line();
      from = end + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  #keep(piece: Buffer): void {
    this.#size += piece.length;
    if (this.#size > LONGEST_LINE) {
      this.#tooLong = true;
      this.#pieces = [];
    } else this.#pieces.push(piece);
  }

  #line(): string | undefined {
    const line = this.#tooLong ? undefined : Buffer.concat(this.#pieces).toString("utf8");
    this.#pieces = [];
    this.#size = 0;
    this.#tooLong = false;
    return line;
  }
}

type Id = string | number;

/** The id of a message, where an answer can carry it. */
function idOf(value: unknown): Id | undefined {
  const id = typeof value === "object" && value !== null ? (value as { id?: unknown }).id : undefined;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

/** A transport for one client. It ends with the input, or with the reader of the output. */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #lines = new Lines();
  readonly #unanswered = new Set<Id>();
  #ending: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    // Without a reader there is nobody to serve.
    this.#output.on("error", this.#gone);
    this.#input.on("error", this.#gone);
    this.#input.on("end", this.#ended);
    this.#input.on("close", this.#ended);
    this.#input.on("data", this.#heard);
    if (this.#input.readableEnded || this.#input.destroyed) this.#ended();
  }

  readonly #heard = (chunk: Buffer | string): void => {
    for (const line of this.#lines.take(typeof chunk === "string" ? Buffer.from(chunk) : chunk)) {
      if (line === undefined) this.#refuse(PARSE_ERROR, `a message is at most ${LONGEST_LINE} bytes long`);
      else if (line.trim() !== "") this.#take(line);
    }
  };

  #take(line: string): void {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      this.#refuse(PARSE_ERROR, "the message is not JSON");
      return;
    }
    let message: JSONRPCMessage;
    try {
      if (isTooDeep(value)) throw new SyntaxError("nested too deeply");
      message = parseJSONRPCMessage(value);
    } catch {
      this.#refuse(INVALID_REQUEST, "the message is not JSON-RPC 2.0, or is nested too deeply", idOf(value));
      return;
    }
    if (isJSONRPCRequest(message)) this.#unanswered.add(message.id);
    else if ("method" in message && message.method === "notifications/cancelled") {
      const id = idOf({ id: message.params?.["requestId"] });
      if (id !== undefined) this.#unanswered.delete(id);
    }
    this.onmessage?.(message);
  }

  #refuse(code: number, message: string, id?: Id): void {
    this.#write({ jsonrpc: "2.0", ...(id === undefined ? {} : { id }), error: { code, message } });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#write(message);
    if (!isJSONRPCResultResponse(message) && !isJSONRPCErrorResponse(message)) return;
    if (message.id !== undefined) this.#unanswered.delete(message.id);
    if (this.#ending !== undefined && this.#unanswered.size === 0) await this.close();
  }

  #write(message: object): void {
    // Answers that a slow client has not read wait in the stream.
    if (!this.#closed) this.#output.write(`${JSON.stringify(message)}\n`);
  }

  /** After the end of the input, open requests are answered for a short time. */
  readonly #ended = (): void => {
    if (this.#closed || this.#ending !== undefined) return;
    this.#ending = setTimeout(this.#gone, this.#unanswered.size === 0 ? 0 : LAST_ANSWERS_MS);
  };

  readonly #gone = (): void => void this.close();

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#ending);
    this.#input.off("data", this.#heard);
    this.#input.off("end", this.#ended);
    this.#input.off("close", this.#ended);
    this.#input.pause();
    // The error listeners stay, so that a late error is no crash.
    this.onclose?.();
  }
}
