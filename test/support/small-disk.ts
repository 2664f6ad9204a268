import { spawnSync } from "node:child_process";

/** Whether a small file system can be mounted here. */
export const canMountDisk = (): boolean =>
  spawnSync("sh", [
    "-c",
    "[ $(id -u) = 0 ] && d=$(mktemp -d) && mount -t tmpfs -o size=64k tmpfs $d && umount $d && rmdir $d",
  ]).status === 0;
