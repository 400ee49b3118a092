// Snapshots come in; a line that is dead is opened anew.

const AGAIN = 800; // ms before the next try to connect
const GIVEN_UP = 5000; // ms that a request may take
const QUIET = 2600; // ms without a beat, of which one is sent each second, until the line is dead
const UNNOTICED = 1000; // ms that a break may last without a word about it

/** Follow the snapshots of a path; `told` hears "on", "trying" or "locked", for which `asked` is asked. Gives what begins anew. */
export function follow(path, seen, told, asked = "/words") {
  let source = null;
  let last = 0;
  let noticed = 0;
  let due = 0;
  let turn = 0;

  const open = () => {
    source = new EventSource(path);
    source.onmessage = (event) => {
      heard();
      seen(JSON.parse(event.data));
    };
    source.addEventListener("beat", heard);
    source.onerror = lost;
  };

  const heard = () => {
    last = performance.now();
    clearTimeout(noticed);
    noticed = 0;
    told("on");
  };

  const lost = () => {
    turn += 1;
    source.close();
    if (!noticed) noticed = setTimeout(() => told("trying"), UNNOTICED);
    clearTimeout(due);
    due = setTimeout(again, AGAIN);
  };

  const again = async () => {
    const mine = turn;
    const locked = await lockedOut(asked);
    if (mine !== turn) return;
    if (!locked) return open();
    clearTimeout(noticed);
    told("locked");
  };

  const watch = () => {
    if (!last || source.readyState === EventSource.CLOSED || performance.now() - last <= QUIET) return;
    last = performance.now();
    lost();
    told("trying");
  };

  setInterval(watch, 500);
  addEventListener("offline", lost); // a line of this computer alone is back at once
  open();
  return lost;
}

async function lockedOut(asked) {
  try {
    return refused((await fetch(asked, { cache: "no-store", signal: timeLimit() })).status);
  } catch {
    return false;
  }
}

/** What ends a slow request, where a browser can. */
export function timeLimit() {
  return AbortSignal.timeout?.(GIVEN_UP);
}

/** Whether this device is not let in. */
export function refused(status) {
  return status === 401 || status === 403;
}
