#define _GNU_SOURCE
#include "CHandOver.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { most = 8 };

union control {
  char bytes[CMSG_SPACE(sizeof(int) * most)];
  struct cmsghdr aligned;
};

int handover_send(int socket, const int *files, int count) {
  if (count < 1 || count > most) return -EINVAL;
  // A message has to have a byte.
  char mark = 0;
  struct iovec part = {.iov_base = &mark, .iov_len = 1};
  union control control = {0};
  struct msghdr message = {
      .msg_iov = &part,
      .msg_iovlen = 1,
      .msg_control = control.bytes,
      .msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)count),
  };
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)count);
  memcpy(CMSG_DATA(header), files, sizeof(int) * (size_t)count);
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == 1 ? 0 : sent < 0 ? -errno : -EPROTO;
}

int handover_receive(int socket, int *files, int count) {
  if (count < 1 || count > most) return -EINVAL;
  char mark;
  struct iovec part = {.iov_base = &mark, .iov_len = 1};
  union control control = {0};
  struct msghdr message = {
      .msg_iov = &part,
      .msg_iovlen = 1,
      .msg_control = control.bytes,
      .msg_controllen = sizeof control.bytes,
  };
  ssize_t taken;
  do taken = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (taken < 0 && errno == EINTR);
  if (taken < 0) return -errno;
  int found[most];
  int number = 0;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t size = header->cmsg_len - CMSG_LEN(0);
    for (size_t place = 0; place + sizeof(int) <= size && number < most; place += sizeof(int))
      memcpy(&found[number++], CMSG_DATA(header) + place, sizeof(int));
  }
  if (taken == 1 && number == count && !(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC))) {
    memcpy(files, found, sizeof(int) * (size_t)count);
    return 0;
  }
  while (number > 0) close(found[--number]);
  return taken == 0 ? -EPIPE : -EPROTO;
}
