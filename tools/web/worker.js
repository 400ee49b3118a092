// The program, in a thread of its own: it waits in Python, and wakes when the page lays a request into shared memory.

import { loadPyodide } from "./pyodide/pyodide.mjs";

onmessage = async ({ data: { memory, journal } }) => {
  const [flag, bytes] = [new Int32Array(memory, 0, 2), new Uint8Array(memory, 8)];
  const line = {
    hear(seconds) {
      if (Atomics.wait(flag, 0, 0, seconds * 1000) === "timed-out") return "";
      const text = new TextDecoder().decode(bytes.slice(0, flag[1]));
      Atomics.store(flag, 0, 0);
      postMessage({ taken: true });
      return text;
    },
    post: (message) => postMessage(message),
  };
  try {
    const [python, program] = await Promise.all([loadPyodide(), fetch("./narrator.zip").then((found) => found.arrayBuffer())]);
    python.unpackArchive(program, "zip", { extractDir: "/program" });
    python.runPython('import sys; sys.path.insert(0, "/program")');
    if (journal) python.FS.writeFile("/kept.jsonl", journal);
    python.pyimport("narrator.page.browser").Inside(line).run();
  } catch (fault) {
    postMessage(JSON.stringify({ fault: String(fault.message || fault) }));
  }
};
